"""The page, as it was built into the package: files under their own names, `index.html` for the page's own routes."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from .problems import RequestError

WEB = Path(__file__).parents[1] / "web"
INDEX = "index.html"
HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")  # a name that changes with the content
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"  # may be kept, but asked for again each time
PACKED = (("br", ".br"), ("gzip", ".gz"))
PLAIN_NAME = re.compile(r"^[A-Za-z0-9_][A-Za-z0-9_.@-]*$")
NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Marchstone</title></head>
<body>
<main>
<h1>Marchstone</h1>
<p>The server runs, but its page has not been built. In a clone of the project, <code>make page</code> builds it;
reload this page afterwards. A wheel of the package holds the page already.</p>
<p lang="fr">Le serveur fonctionne, mais sa page n'a pas été construite. Dans une copie du projet, <code>make page</code> la
construit ; rechargez ensuite cette page. Un paquet installé contient déjà la page.</p>
</main>
</body>
</html>
"""
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".html": "text/html",
    ".txt": "text/plain",
}


class Page:
    """The files of a folder. It is looked at for every request, so a page that is built meanwhile is there at once."""

    def __init__(self, folder: Path = WEB) -> None:
        self.folder = folder

    async def answer(self, request: Request) -> Response:
        """A file, the page itself for one of its routes, or how to build it."""
        parts = [part for part in request.path_params.get("path", "").split("/") if part]
        if not all(PLAIN_NAME.match(part) for part in parts):
            raise RequestError("request.unknown")
        wanted = self.folder.joinpath(*parts)
        if parts and wanted.is_file() and wanted.resolve().is_relative_to(self.folder.resolve()):
            return self.file(request, wanted)
        if parts and "." in parts[-1]:  # a file that is not there; routes of the page have no dot
            raise RequestError("request.unknown")
        index = self.folder / INDEX
        return self.file(request, index) if index.is_file() else HTMLResponse(NOT_BUILT, headers={"cache-control": "no-store"})

    def file(self, request: Request, path: Path) -> Response:
        """A file, packed as the browser likes it if it lies there so."""
        headers = {"cache-control": FOREVER if HASHED.search(path.name) else ASK_AGAIN, "vary": "accept-encoding"}
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        accepted = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
        for name, ending in PACKED:
            packed = path.with_name(path.name + ending)
            if name in accepted and packed.is_file():
                return unchanged_or(request, FileResponse(packed, headers={**headers, "content-encoding": name}, media_type=kind))
        return unchanged_or(request, FileResponse(path, headers=headers, media_type=kind))


def unchanged_or(request: Request, response: FileResponse) -> Response:
    """Nothing but a status if the browser has it already."""
    stat = Path(response.path).stat()
    etag = f'"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    response.headers["etag"] = etag
    if request.headers.get("if-none-match") == etag:
        kept = {name: response.headers[name] for name in ("cache-control", "vary", "etag")}
        return Response(status_code=304, headers=kept)
    return response
