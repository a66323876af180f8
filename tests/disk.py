"""A disk for SQLite that can fail: a virtual file system before that of the system, in the library that Python itself uses.

Every write, synchronisation and truncation passes through it. It can refuse one of them, or all from one on, and it keeps a
trace, from which the files can be built as a loss of power might have left them.
"""

from __future__ import annotations

import ctypes
import random
import sqlite3
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

NAME = "marchstone-test"
FULL, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE = 13, 778, 1034, 1546
SECTOR = 512  # bytes that a disk writes as a whole
MODES = ("error", "full", "short")

OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)  # the name as a pointer: it is kept
WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class Vfs(Structure):
    """`sqlite3_vfs`, as far as we change it."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", OPEN),
        ("delete", DELETE),
        ("rest", c_void_p * 13),
    )


class Methods(Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", WRITE),
        ("truncate", TRUNCATE),
        ("sync", SYNC),
        ("rest", c_void_p * 13),
    )


class File(Structure):
    """`sqlite3_file`."""

    _fields_ = (("methods", POINTER(Methods)),)


@dataclass
class Op:
    """Something that reached the disk; or a mark that somebody has made in between."""

    kind: str  # write, truncate, sync, delete, mark
    path: str = ""
    at: int = 0
    data: bytes = b""
    mark: object = None


@dataclass
class Disk:
    """What is to fail, and what has happened."""

    fail_at: int = 0  # the number of the write, sync or truncation that fails; 0: none
    lasting: bool = False  # and all after it
    mode: str = "error"
    count: int = 0
    trace: list[Op] | None = None
    failed: list[str] = field(default_factory=list)

    def reset(self, fail_at: int = 0, mode: str = "error", lasting: bool = False, tracing: bool = False) -> None:
        self.fail_at, self.mode, self.lasting, self.count = fail_at, mode, lasting, 0
        self.trace = [] if tracing else None
        self.failed.clear()

    def fails(self, kind: str, path: str) -> bool:
        """Whether this one does."""
        self.count += 1
        now = bool(self.fail_at) and (self.count >= self.fail_at if self.lasting else self.count == self.fail_at)
        if now:
            self.failed.append(f"{kind} {Path(path).name}")
        return now

    def keep(self, op: Op) -> None:
        if self.trace is not None:
            self.trace.append(op)


DISK = Disk()
_paths: dict[int, str] = {}
_kept: list[object] = []  # callbacks and structures that SQLite holds pointers to
_methods: dict[int, Methods] = {}


def library() -> ctypes.CDLL:
    """The SQLite that the module `sqlite3` is linked with."""
    import _sqlite3

    return ctypes.CDLL(getattr(_sqlite3, "__file__", None))


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """In the place of the store's own function of this name."""
    install()
    address = f"file:{quote(str(path))}?mode={mode}&vfs={NAME}"
    return sqlite3.connect(address, uri=True, timeout=5, isolation_level=None, check_same_thread=False)


def install() -> None:
    """Register the file system, once."""
    if _kept:
        return
    sqlite = library()
    sqlite.sqlite3_vfs_find.restype = POINTER(Vfs)
    usual = sqlite.sqlite3_vfs_find(None)
    assert usual, "SQLite has no file system"
    ours = Vfs.from_buffer_copy(usual.contents)
    ours.name = NAME.encode()

    def open_(_vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
        rc = usual.contents.open(cast(usual, c_void_p), name, file, flags, out)
        opened = cast(file, POINTER(File)).contents
        if rc == 0 and name and opened.methods:
            _paths[file] = ctypes.string_at(name).decode()
            address = ctypes.addressof(opened.methods.contents)
            if address not in _methods:
                _methods[address] = changed(opened.methods.contents)
            opened.methods = ctypes.pointer(_methods[address])
        return int(rc)

    def delete(_vfs: int, name: bytes, sync: int) -> int:
        DISK.keep(Op("delete", name.decode()))
        return int(usual.contents.delete(cast(usual, c_void_p), name, sync))

    ours.open, ours.delete = OPEN(open_), DELETE(delete)
    _kept.extend((ours, ours.open, ours.delete, usual))
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_kept))  # they must outlive every connection
    assert sqlite.sqlite3_vfs_register(ctypes.byref(ours), 0) == 0


def changed(usual: Methods) -> Methods:
    """The methods of a file, with ours before those that write."""
    ours = Methods.from_buffer_copy(usual)

    def write(file: int, data: int, size: int, at: int) -> int:
        path = _paths[file]
        if DISK.fails("write", path):
            if DISK.mode == "short" and size > 1:
                usual.write(file, data, size // 2, at)
            return IOERR_WRITE if DISK.mode == "error" else FULL
        DISK.keep(Op("write", path, at, ctypes.string_at(data, size)))
        return int(usual.write(file, data, size, at))

    def truncate(file: int, size: int) -> int:
        if DISK.fails("truncate", _paths[file]):
            return IOERR_TRUNCATE
        DISK.keep(Op("truncate", _paths[file], size))
        return int(usual.truncate(file, size))

    def sync(file: int, flags: int) -> int:
        if DISK.fails("sync", _paths[file]):
            return FULL if DISK.mode == "full" else IOERR_FSYNC
        rc = int(usual.sync(file, flags))
        DISK.keep(Op("sync", _paths[file]))
        return rc

    ours.write, ours.truncate, ours.sync = WRITE(write), TRUNCATE(truncate), SYNC(sync)
    _kept.extend((ours.write, ours.truncate, ours.sync))
    return ours


def after_power_loss(trace: list[Op], chance: random.Random) -> dict[str, bytes]:
    """The files as they may lie on the disk when the power goes after these: what was synchronised is there; of what came later,
    each sector of each write may be there or not."""
    sure: dict[str, bytearray] = {}
    pending: dict[str, list[Op]] = {}
    for op in trace:
        if op.kind in ("write", "truncate"):
            sure.setdefault(op.path, bytearray())
            pending.setdefault(op.path, []).append(op)
        elif op.kind == "sync":
            for done in pending.pop(op.path, []):
                perform(sure[op.path], done)
        elif op.kind == "delete":
            sure.pop(op.path, None)
            pending.pop(op.path, None)
    for path, ops in pending.items():
        kept = chance.choice((0.0, 0.5, 0.9, 1.0))
        for op in ops:
            if op.kind == "truncate":
                if chance.random() < kept:
                    perform(sure[path], op)
                continue
            for begin in range(0, len(op.data), SECTOR):
                if chance.random() < kept:
                    perform(sure[path], Op("write", path, op.at + begin, op.data[begin : begin + SECTOR]))
    return {path: bytes(content) for path, content in sure.items()}


def perform(content: bytearray, op: Op) -> None:
    """Do to the content what the operation did to the file."""
    if op.kind == "truncate":
        del content[op.at :]
        return
    if len(content) < op.at:
        content.extend(bytes(op.at - len(content)))
    content[op.at : op.at + len(op.data)] = op.data
