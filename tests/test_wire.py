"""The messages: docs/wire.md says of each what marchstone/server/wire.py says; what comes from outside is decoded strictly."""

import re
from pathlib import Path

import msgspec
import msgspec.inspect as look
import pytest

from marchstone.server import wire

PAGE = (Path(__file__).parent.parent / "docs" / "wire.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^### (\w+)\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
FRAMES = ("Hello", "Act", "Look", "Hint", "Why", "Ping")
MESSAGES = ("Welcome", "Happened", "Receipt", "Refused", "Advice", "Proof", "Presence", "Thinking", "Pong", "Closing")
ID = "abcdefgh"


def structs() -> dict[str, type[msgspec.Struct]]:
    """Every message that the module defines, without the bases, which have no fields."""
    return {
        name: found
        for name, found in vars(wire).items()
        if isinstance(found, type) and issubclass(found, msgspec.Struct) and found.__module__ == wire.__name__
        if found.__struct_fields__
    }


def words(kind: look.Type) -> str:
    """A type as the page writes it."""
    match kind:
        case look.UnionType():
            named = [words(one) for one in kind.types if not isinstance(one, look.NoneType)]
            return " or ".join(named) + " or `null`" * any(isinstance(one, look.NoneType) for one in kind.types)
        case look.LiteralType():
            return " or ".join(f"`{value}`" for value in kind.values)
        case look.ListType():
            return f"list: {words(kind.item_type)}"
        case look.TupleType():
            return "pair: " + ", ".join(words(one) for one in kind.item_types)
    plain = {
        look.StrType: "text",
        look.IntType: "whole number",
        look.FloatType: "number",
        look.BoolType: "`true` or `false`",
        look.DictType: "object",
    }
    return plain[type(kind)]


def needed(field: look.Field) -> str:
    """Whether a key may be left out, as the page writes it."""
    if field.required:
        return "needed"
    default = field.default if isinstance(field.default, str) else msgspec.json.encode(field.default).decode()
    return f"may be left out: `{default}`"


def test_the_page_has_every_message_and_no_other():
    assert sorted(name for name, _ in SECTION.findall(PAGE)) == sorted(structs())


@pytest.mark.parametrize("name", structs())
def test_the_page_says_of_a_message_what_the_module_says(name):
    told = [row[:3] for row in ROW.findall(dict(SECTION.findall(PAGE))[name])]
    fields = look.type_info(structs()[name]).fields
    assert told == [(field.encode_name, words(field.type), needed(field)) for field in fields]


def test_the_kinds_are_what_the_page_says():
    assert [one.__struct_config__.tag for one in wire.FromClient.__args__] == [name.lower() for name in FRAMES]
    assert [one.__struct_config__.tag for one in wire.ToClient.__args__] == [name.lower() for name in MESSAGES]


@pytest.mark.parametrize("name", [*FRAMES, "Create", "Join", "Import"])
def test_what_comes_from_outside_may_have_no_other_keys(name):
    assert structs()[name].__struct_config__.forbid_unknown_fields


def test_frames_are_read():
    assert wire.read_frame('{"t":"hello"}') == wire.Hello()
    assert wire.read_frame(f'{{"t":"act","id":"{ID}","at":7,"do":"move play r9 5"}}') == wire.Act(ID, 7, "move play r9 5")
    assert wire.read_frame(b'{"t":"look","player":1}') == wire.Look(1)
    assert wire.read_frame(f'{{"t":"why","id":"{ID}","front":9}}') == wire.Why(ID, 9)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "null",
        "[]",
        "{}",
        '{"t":"welcome","n":1}',
        '{"t":"hello","extra":1}',
        '{"t":"hello","key":"short"}',
        '{"t":"hello","player":2}',
        '{"t":"hello","seen":-1}',
        '{"t":"hello","seen":1e300}',
        f'{{"t":"act","id":"{ID}","at":1}}',
        f'{{"t":"act","id":"{ID}","at":true,"do":"resign"}}',
        f'{{"t":"act","id":"{ID}","at":"1","do":"resign"}}',
        f'{{"t":"act","id":"{ID}","at":1,"do":""}}',
        f'{{"t":"act","id":"{ID}","at":1,"do":"{"x" * 81}"}}',
        '{"t":"act","id":"né-no-ascii","at":1,"do":"resign"}',
        f'{{"t":"why","id":"{ID}","front":10}}',
        '{"t":"ping","at":NaN}',
        '{"t":"ping","at":9007199254740993}',
        b'{"t":"hello","key":"\xff\xff"}',
        "[" * 4000,
        '{"t":"hello","key":"\\ud800"}',
        "\ud800",
    ],
)
def test_whatever_is_no_frame_is_refused(frame):
    with pytest.raises(msgspec.DecodeError):
        wire.read_frame(frame)


def test_messages_are_written_with_their_kind_and_without_defaults():
    assert wire.written(wire.Receipt(ID, 3)) == b'{"t":"receipt","id":"abcdefgh","n":3}'
    assert wire.written(wire.Thinking(True)) == b'{"t":"thinking","on":true}'


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann   Bee ", "Ann Bee"),
        ("A\u202enn\u200b\x00\n", "Ann"),
        ("e\u0301ve", "éve"),
        ("x" * 99, "x" * wire.NAME_LENGTH),
        ("<script>", "<script>"),
        ("\u2066\u2069", ""),
    ],
)
def test_names_are_cleaned(given, shown):
    assert wire.clean_name(given) == shown
