"""The HTTP interface as an OpenAPI description, made from the messages of `wire`; `GET /api/openapi.json` answers it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from . import wire

STRUCTS = (wire.Create, wire.Created, wire.Join, wire.Joined, wire.Import, wire.Act, wire.Receipt, wire.Problem)
JSON, LINES, TEXT, SVG = "application/json", "application/x-ndjson", "text/plain", "image/svg+xml"
ROUND = {"name": "round", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}}
AFTER = {"name": "after", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 2**53}}
BEFORE = {"name": "before", "in": "query", "schema": {"type": "string", "pattern": "^[a-z2-7]{12}$"}}
PLAYER = {"name": "player", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 1}}
LINK = {"name": "link", "in": "query", "schema": {"type": "string", "maxLength": 500}}
GAME = {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[a-z2-7]{12}$"}}
NAME = {"name": "name", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[a-z]+$"}}
ANYTHING: dict[str, Any] = {}
OBJECT = {"type": "object"}


@dataclass(frozen=True)
class Operation:
    """One request: what it takes, what it answers, and whether it needs a key."""

    method: str
    path: str
    summary: str
    answers: tuple[tuple[str, Any], ...]  # kinds of content, with their schemas or structs
    takes: type[msgspec.Struct] | None = None
    key: str = "never"  # `never`, `may` or `must` be given
    query: tuple[dict[str, Any], ...] = ()


def has(*kinds: str, schema: Any = OBJECT) -> tuple[tuple[str, Any], ...]:
    """These kinds of content."""
    return tuple((kind, schema) for kind in kinds or (JSON,))


OPERATIONS = (
    Operation("GET", "/health", "Whether the server is well", has()),
    Operation("GET", "/about", "What a page must know to draw and name both games; the state of the engine", has()),
    Operation("GET", "/openapi.json", "This description", has()),
    Operation("POST", "/games", "A new game", has(JSON, schema=wire.Created), wire.Create, "must"),
    Operation(
        "GET",
        "/games",
        "One's own games, unfinished ones first",
        has(JSON, schema={"type": "array", "items": OBJECT}),
        None,
        "must",
        (BEFORE,),
    ),
    Operation("GET", "/games/{game}", "A game, and the table by one's own eyes", has(), None, "may", (PLAYER,)),
    Operation("POST", "/games/{game}/join", "Take a place", has(JSON, schema=wire.Joined), wire.Join, "must"),
    Operation("POST", "/games/{game}/act", "A command", has(JSON, schema=wire.Receipt), wire.Act, "must"),
    Operation(
        "GET", "/games/{game}/events", "What happens, line by line", has(LINES, schema=ANYTHING), None, "may", (AFTER, PLAYER)
    ),
    Operation(
        "GET",
        "/games/{game}/invite",
        "The invitation; with a link its QR code",
        has(JSON, SVG, schema=ANYTHING),
        None,
        "must",
        (LINK,),
    ),
    Operation("GET", "/games/{game}/record", "The record of a round", has(TEXT, schema=ANYTHING), None, "may", (ROUND, PLAYER)),
    Operation("GET", "/games/{game}/replay", "A finished round, step by step", has(), None, "may", (ROUND,)),
    Operation("GET", "/games/{game}/fair", "Commitments, seeds and deals", has(JSON, schema=ANYTHING), None, "may"),
    Operation("POST", "/games/{game}/review", "Begin a review", has(), None, "must", (ROUND,)),
    Operation("GET", "/games/{game}/review", "The review, or how far it is", has(), None, "must", (ROUND,)),
    Operation("POST", "/replay", "A record as a replay", has(), wire.Import),
    Operation("GET", "/tutorials", "The lessons there are", has(JSON, schema={"type": "array", "items": OBJECT})),
    Operation("GET", "/tutorials/{name}", "A lesson", has()),
)


@cache
def description() -> bytes:
    """The whole of it."""
    _, schemas = msgspec.json.schema_components(STRUCTS, ref_template="#/components/schemas/{name}")
    schemas["Act"] = without_kind(schemas["Act"])
    schemas["Receipt"] = without_kind(schemas["Receipt"])
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault("/api" + operation.path, {})[operation.method.lower()] = described(operation)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Marchstone",
                "version": version("marchstone"),
                "description": "See docs/server.md and docs/wire.md.",
            },
            "paths": paths,
            "components": {"schemas": schemas, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
        }
    )


def without_kind(schema: dict[str, Any]) -> dict[str, Any]:
    """A message as it goes over HTTP, where the address says what it is."""
    properties = {name: kind for name, kind in schema["properties"].items() if name != "t"}
    return {**schema, "properties": properties, "required": [name for name in schema["required"] if name != "t"]}


def reference(schema: Any) -> Any:
    """A struct by its name, anything else as it is."""
    return {"$ref": f"#/components/schemas/{schema.__name__}"} if isinstance(schema, type) else schema


def described(operation: Operation) -> dict[str, Any]:
    """One operation."""
    problem = {"description": "Refused, and why", "content": {JSON: {"schema": reference(wire.Problem)}}}
    found: dict[str, Any] = {
        "summary": operation.summary,
        "parameters": [*(one for one in (GAME, NAME) if f"{{{one['name']}}}" in operation.path), *operation.query],
        "responses": {
            "200": {
                "description": "Done",
                "content": {kind: {"schema": reference(schema)} for kind, schema in operation.answers},
            },
            "4XX": problem,
            "5XX": problem,
        },
    }
    if operation.takes:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": reference(operation.takes)}}}
    if operation.key != "never":
        found["security"] = [{"key": []}] if operation.key == "must" else [{"key": []}, {}]
    return found
