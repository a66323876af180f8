"""The QR code of an invitation, as a small drawing."""

from __future__ import annotations

import io
import re

import segno

from ..errors import TextError

LONGEST = 500
LINK = re.compile(r"https?://[!-~]+")  # what a browser writes: no spaces, no signs beyond ASCII
QUIET = 4  # squares around it, as readers of QR codes expect


def qr_svg(link: str) -> str:
    """A link as SVG, dark on light whatever the page's colours: a phone has to read it. It scales to its frame."""
    if len(link) > LONGEST or not LINK.fullmatch(link):
        raise TextError("invite.link", "this is no link of the web", expected=f"http:// or https://, at most {LONGEST} signs")
    code, out = segno.make_qr(link, error="m"), io.BytesIO()
    code.save(
        out, kind="svg", border=QUIET, dark="#000", light="#fff", xmldecl=False, svgclass=None, lineclass=None, omitsize=True
    )
    return out.getvalue().decode().strip()
