"""The tree is what ARCHITECTURE.md says: each file described, none importing from above, and the house rules of DESIGN kept.

A checker takes the root of a repository and returns the complaints, one line each. The first test runs them all on this
repository; the others give each checker a small repository that breaks its rule, so that none can pass by looking at nothing.

The tree in ARCHITECTURE.md is its lines of the form "- `path/to/file.py` what it is", lowest layer first: a module of the
package may import only what stands on an earlier line.
"""

import ast
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CODE = ("marchstone", "bench", "tests", "train")
"""The folders with Python in them."""

GENERATED = {"__pycache__", "node_modules", "build", "dist", "htmlcov"}
"""Folders that may lie about but are not part of the project, beside those that begin with a dot."""

TREE_LINE = re.compile(r"^ *- `([^`\n]+\.py)` +(\S.*)$", re.MULTILINE)
MAX_LINES = 400
LONG = "Long because"


# --- the files


def python_files(root: Path, *folders: str) -> list[Path]:
    """The Python files below these folders, sorted."""
    found = (path for folder in folders for path in (root / folder).rglob("*.py"))
    return sorted(path for path in found if not GENERATED.intersection(path.relative_to(root).parts))


def text_files(root: Path) -> Iterator[tuple[Path, str]]:
    """Every file of the project that reads as text, and the text. Of the folders with a leading dot only `.ci` counts."""
    for folder, below, files in os.walk(root):
        below[:] = sorted(part for part in below if part == ".ci" or not (part in GENERATED or part.startswith(".")))
        for file in sorted(files):
            try:
                yield Path(folder, file), Path(folder, file).read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def name(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


# --- the tree


def tree(root: Path) -> list[str]:
    """The paths that ARCHITECTURE.md describes, lowest layer first."""
    return [path for path, _ in TREE_LINE.findall((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))]


def needs_description(root: Path) -> list[str]:
    """All Python files, except the tests themselves, which say in their names what they test."""
    return [name(root, path) for path in python_files(root, *CODE) if not path.name.startswith("test_")]


def check_described(root: Path) -> list[str]:
    """ARCHITECTURE.md has one line for every file, and no line for a file that is not there."""
    listed, present = tree(root), needs_description(root)
    return (
        [f"{path}: no line in ARCHITECTURE.md" for path in present if path not in listed]
        + [f"{path}: in ARCHITECTURE.md, but there is no such file" for path in listed if not (root / path).is_file()]
        + [f"{path}: twice in ARCHITECTURE.md" for path in sorted(set(listed)) if listed.count(path) > 1]
    )


# --- imports


def file_of(root: Path, dotted: str) -> str | None:
    """The file a dotted module name stands for, or None if it is not one of ours."""
    base = root.joinpath(*dotted.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return name(root, path)
    return None


def imported(root: Path, path: Path) -> Iterator[tuple[int, str]]:
    """Line and file of everything of ours that a file imports, wherever in the file: also in functions and for types only."""
    package = path.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            names = [f"{base}.{alias.name}" if file_of(root, f"{base}.{alias.name}") else base for alias in node.names]
        else:
            continue
        for dotted in dict.fromkeys(names):
            target = file_of(root, dotted)
            if target:
                yield node.lineno, target


def check_upward(root: Path) -> list[str]:
    """A module of the package imports only what stands above its line in ARCHITECTURE.md; so never tests or benchmarks."""
    place = {path: i for i, path in enumerate(tree(root))}
    complaints = []
    for path in python_files(root, "marchstone"):
        own = name(root, path)
        for line, target in imported(root, path):
            if target != own and place.get(target, len(place)) >= place.get(own, -1):
                complaints.append(f"{own}:{line}: imports {target}, which stands no lower in ARCHITECTURE.md")
    return complaints


def check_oracle(root: Path) -> list[str]:
    """The oracle is a second opinion only as long as it takes nothing from the package."""
    return [
        f"{name(root, path)}:{line}: the oracle imports {target}"
        for path in python_files(root, "tests/oracle")
        for line, target in imported(root, path)
        if not target.startswith("tests/oracle/")
    ]


# --- the files themselves


def check_length(root: Path) -> list[str]:
    """A file of more than 400 lines says in its docstring why."""
    complaints = []
    for path in python_files(root, *CODE):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MAX_LINES and LONG not in docstring(path):
            complaints.append(f"{name(root, path)}: {lines} lines, and no '{LONG} ...' in the docstring")
    return complaints


def check_docstrings(root: Path) -> list[str]:
    """Every module says what it is."""
    return [f"{name(root, path)}: no docstring" for path in python_files(root, "marchstone") if not docstring(path)]


MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:" + "|".join(("work", "root", "home", "opt", "Users")) + r")/\w")
ADDRESS = re.compile(
    r"://|\bfile:|^ *-(?:-index-url|-extra-index-url|-find-links|-trusted-host|i |f )|\b[\w-]+\.(?:org|com|net|io|dev)\b"
)


def check_machine_paths(root: Path) -> list[str]:
    """Nothing names a folder of the machine it was written on."""
    return [
        f"{name(root, path)}:{number}: a path of one machine"
        for path, text in text_files(root)
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]


def check_requirements(root: Path) -> list[str]:
    """The pins say what to install, never where from; every one has a hash."""
    complaints = []
    for path in sorted((root / "requirements").glob("*.*")):
        text = path.read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            if ADDRESS.search(line):
                complaints.append(f"{name(root, path)}:{number}: an address")
            if path.suffix == ".txt" and re.match(r"\w", line) and not re.match(r"[\w.-]+(\[.*\])?==\S+ .*\\$", line):
                complaints.append(f"{name(root, path)}:{number}: not an exact version followed by hashes")
    return complaints


TARGET = re.compile(r"^([a-z][a-z0-9-]*)\s*:(?![:=])(.*)$", re.MULTILINE)


def check_makefile(root: Path) -> list[str]:
    """Every target that one can ask for has its line in `make help`, and is declared as no file."""
    text = (root / "Makefile").read_text(encoding="utf-8")
    phony = {word for line in re.findall(r"^\.PHONY:(.*)$", text, re.MULTILINE) for word in line.split()}
    targets = TARGET.findall(text)
    return [f"Makefile: {target} has no help line" for target, rest in targets if not re.search(r"## \S", rest)] + [
        f"Makefile: {target} is not in .PHONY" for target, _ in targets if target not in phony
    ]


# --- this repository

CHECKERS: list[Callable[[Path], list[str]]] = [
    check_described,
    check_upward,
    check_oracle,
    check_length,
    check_docstrings,
    check_machine_paths,
    check_requirements,
    check_makefile,
]


@pytest.mark.parametrize("checker", CHECKERS)
def test_this_repository(checker: Callable[[Path], list[str]]) -> None:
    assert checker(ROOT) == []


def test_something_is_looked_at() -> None:
    """The checkers see this file, this repository's pins and its menu."""
    assert Path(__file__) in python_files(ROOT, *CODE)
    assert {"run.txt", "dev.txt"} <= {path.name for path, _ in text_files(ROOT)}
    assert {"help", "play", "test", "check", "bench", "deep", "docs"} <= {
        target for target, _ in TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8"))
    }
    assert any(path.startswith("marchstone/") for path in tree(ROOT))


# --- and repositories that break the rules

GOOD = {
    "ARCHITECTURE.md": "# Tree\n\n- `marchstone/__init__.py` all\n- `marchstone/low.py` below\n- `marchstone/high.py` above\n",
    "Makefile": ".PHONY: all\nX := 1\nall: ## Do it\n\t@true\n",
    "marchstone/__init__.py": '"""The package."""\n',
    "marchstone/low.py": '"""Low."""\n',
    "marchstone/high.py": '"""High."""\n\nfrom marchstone import low\n',
    "requirements/run.in": "click\n",
    "requirements/run.txt": "click==1.0 \\\n    --hash=sha256:00\n    # via marchstone\n",
}

BAD = [
    (check_described, {"marchstone/new.py": '"""New."""\n'}, "marchstone/new.py: no line"),
    (check_described, {"tests/helper/thing.py": ""}, "tests/helper/thing.py: no line"),
    (check_described, {"bench/thing.py": ""}, "bench/thing.py: no line"),
    (check_described, {"ARCHITECTURE.md": GOOD["ARCHITECTURE.md"] + "- `marchstone/gone.py` gone\n"}, "no such file"),
    (check_described, {"ARCHITECTURE.md": GOOD["ARCHITECTURE.md"] + "- `marchstone/low.py` again\n"}, "twice"),
    (check_described, {"ARCHITECTURE.md": "- `marchstone/low.py`\n"}, "marchstone/low.py: no line"),
    (check_upward, {"marchstone/low.py": "import marchstone.high\n"}, "marchstone/low.py:1: imports marchstone/high.py"),
    (check_upward, {"marchstone/low.py": "from marchstone import high\n"}, "imports marchstone/high.py"),
    (check_upward, {"marchstone/low.py": "from marchstone.high import x\n"}, "imports marchstone/high.py"),
    (check_upward, {"marchstone/low.py": "from . import high\n"}, "imports marchstone/high.py"),
    (check_upward, {"marchstone/low.py": "from .high import x\n"}, "imports marchstone/high.py"),
    (check_upward, {"marchstone/low.py": "def f():\n    from .high import x\n"}, "marchstone/low.py:2: imports"),
    (check_upward, {"marchstone/__init__.py": "from .low import x\n"}, "marchstone/__init__.py:1: imports marchstone/low.py"),
    (check_upward, {"marchstone/low.py": "import tests.oracle\n", "tests/oracle/__init__.py": ""}, "imports tests/oracle"),
    (check_oracle, {"tests/oracle/stones.py": "from marchstone.low import x\n"}, "tests/oracle/stones.py:1: the oracle imports"),
    (check_length, {"bench/long.py": '"""Long."""\n' + "x = 1\n" * MAX_LINES}, "bench/long.py: 401 lines"),
    (check_docstrings, {"marchstone/low.py": "# Low.\n"}, "marchstone/low.py: no docstring"),
    (check_machine_paths, {"docs/a.md": "see\n`/" + "home/someone/a`\n"}, "docs/a.md:2: a path"),
    (check_machine_paths, {".ci/run": "cd /" + "work/x\n"}, ".ci/run:1: a path"),
    (check_requirements, {"requirements/run.txt": "# https" + "://index.example/simple\n"}, "run.txt:1: an address"),
    (check_requirements, {"requirements/run.txt": "--find-links wheels\n"}, "run.txt:1: an address"),
    (check_requirements, {"requirements/run.txt": "# from pypi" + ".org\n"}, "run.txt:1: an address"),
    (check_requirements, {"requirements/run.in": "x @ file" + ":wheels/x.whl\n"}, "run.in:1: an address"),
    (check_requirements, {"requirements/run.txt": "click==1.0\n"}, "run.txt:1: not an exact version"),
    (check_requirements, {"requirements/run.txt": "click>=1.0 \\\n    --hash=sha256:00\n"}, "run.txt:1: not an exact version"),
    (check_makefile, {"Makefile": ".PHONY: all\nall:\n\t@true\n"}, "all has no help line"),
    (check_makefile, {"Makefile": "all: ## Do it\n\t@true\n"}, "all is not in .PHONY"),
]


def write(root: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_good_repository(checker: Callable[[Path], list[str]], tmp_path: Path) -> None:
    assert checker(write(tmp_path, GOOD)) == []


@pytest.mark.parametrize(("checker", "change", "complaint"), BAD)
def test_a_bad_repository(checker: Callable[[Path], list[str]], change: dict[str, str], complaint: str, tmp_path: Path) -> None:
    found = checker(write(tmp_path, GOOD | change))
    assert any(complaint in line for line in found), found


def test_every_checker_is_tested() -> None:
    assert {checker for checker, _, _ in BAD} == set(CHECKERS)


def test_a_long_file_with_a_reason(tmp_path: Path) -> None:
    long = f'"""Rows.\n\n{LONG} it is one table.\n"""\n' + "x = 1\n" * MAX_LINES
    assert check_length(write(tmp_path, GOOD | {"bench/long.py": long})) == []
