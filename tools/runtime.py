"""Builds what a browser needs to run tables without a server: Python in WebAssembly, our package, and tables.

    python tools/runtime.py FOLDER    # write it into this folder

Pyodide is one of the npm packages of `web/`; wheels come from the Python package registry, pinned by hash in
`web/runtime.txt`. Nothing but the standard library is imported: the build hook uses this before anything is
installed.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZIP_STORED, ZipFile, ZipInfo

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "src"
PYODIDE: Final = ROOT / "web/node_modules/pyodide"
WHEELS: Final = ROOT / "web/runtime.txt"
BYTECODE: Final = ROOT / "web/build/bytecode.mjs"
CACHE: Final = ROOT / "build/runtime"
"""What takes long to fetch or to make is kept here."""
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
ENTRY: Final = "stammtisch.local.browser"
"""The module that the page imports; what it needs is packed."""
BY_NAME: Final = ("games", "bots", "solve")
"""Packages whose modules are imported by the name of a game."""
MISSING: Final = frozenset({"sqlite3", "multiprocessing", "subprocess"})
"""Modules of the standard library that a browser does not have."""
THERE: Final = frozenset({"stammtisch", "msgspec", "mypy_extensions", "pyodide", "js"})

_UNUSED: Final = re.compile(
    r"""(_pyrepl|curses|ctypes|dbm|ensurepip|idlelib|multiprocessing|pydoc_data|sqlite3|test|tkinter|unittest|venv
    |wsgiref|xml|xmlrpc)/
    |(_pydatetime|_pyio|_sysconfigdata\w*|bdb|cmd|compileall|csv|difflib|doctest|filecmp|fileinput|ftplib|imaplib
    |mailbox|modulefinder|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pyclbr|pydoc|smtplib|socketserver
    |symtable|tabnanny|tarfile|trace|tracemalloc|turtle|wave|zipapp)\.py
    |encodings/(mac_|cp[0-35-9]|iso|koi|big5|euc|gb|hp|johab|kz|shift)""",
    re.VERBOSE,
)
"""Parts of the standard library that tables do not use."""
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


class Unavailable(Exception):
    """Something that the runtime is built from is not available."""


class File(NamedTuple):
    """A file of the runtime; those of one folder find each other by their names."""

    folder: str
    name: str
    data: bytes


def build(folder: Path) -> None:
    """Write the runtime into the folder, unless it is newer than everything that it is built from."""
    if is_current(folder):
        return
    files = [*_pyodide(), *_wheels(), File("stammtisch", "stammtisch.zip", _compiled(_package(), 0))]
    tables = list(_tables())
    shutil.rmtree(folder, ignore_errors=True)
    listed = {"files": _placed(folder, files), "tables": _placed(folder, tables)}
    (folder / "manifest.json").write_text(json.dumps(listed, indent=1), encoding="utf-8")


def is_current(folder: Path) -> bool:
    """Whether the runtime is there and newer than its sources."""
    manifest = folder / "manifest.json"
    return manifest.exists() and all(
        source.stat().st_mtime <= manifest.stat().st_mtime for source in sources() if source.exists()
    )


def sources() -> Iterator[Path]:
    """What the runtime is built from."""
    yield from (Path(__file__), WHEELS, BYTECODE, PYODIDE / "package.json")
    yield from (SOURCES / "stammtisch").rglob("*.py")
    yield from _texts()


# Python itself


def _pyodide() -> Iterator[File]:
    if not PYODIDE.is_dir():
        raise Unavailable("the npm package pyodide is not installed")
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        yield File("python", name, _without_map((PYODIDE / name).read_bytes()))
    yield File("python", "pyodide-lock.json", _lock())
    yield File("python", "python_stdlib.zip", _compiled(_standard_library(), 2))


def _without_map(data: bytes) -> bytes:
    """A script without the line that names its source map, which is not served."""
    return data.partition(b"\n//# sourceMappingURL=")[0] if b"sourceMappingURL" in data[-200:] else data


def _lock() -> bytes:
    """What Pyodide says of itself, without packages: none comes from anywhere else."""
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    return json.dumps({"info": lock["info"], "packages": {}}).encode()


def _standard_library() -> bytes:
    with ZipFile(PYODIDE / "python_stdlib.zip") as full:
        used = [name for name in full.namelist() if not _UNUSED.match(name)]
        return _zipped({name: full.read(name) for name in used if not name.endswith("/")})


def _wheels() -> Iterator[File]:
    """The wheels, whose hashes pip compares with those in the list."""
    folder = CACHE / sha256(WHEELS.read_bytes()).hexdigest()[:16]
    if not folder.is_dir():
        fresh = CACHE / "fresh"
        shutil.rmtree(fresh, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary", ":all:", "--require-hashes", *PLATFORM]
        command += ["--implementation", "cp", "--abi", "cp314", "-r", str(WHEELS), "-d", str(fresh)]
        try:
            subprocess.run(command, check=True)  # noqa: S603 - ours
        except (OSError, subprocess.CalledProcessError) as error:
            raise Unavailable(f"the wheels in {WHEELS.name} could not be downloaded") from error
        fresh.rename(folder)
    for path in sorted(folder.glob("*.whl")):
        yield File("python", path.name, path.read_bytes())


# Our package


def _package() -> bytes:
    """The modules that a browser can import and tables need, with their texts."""
    files: dict[str, bytes] = {}
    for path in sorted({*_modules(), *_texts()}):
        files[path.relative_to(SOURCES).as_posix()] = path.read_bytes()
    return _zipped(files)


def _texts() -> Iterator[Path]:
    """Rules in words, and what else the modules of games read."""
    folders = (SOURCES / "stammtisch" / package for package in BY_NAME)
    return (path for folder in folders for path in folder.rglob("*.*") if path.suffix in (".md", ".toml"))


def _modules() -> set[Path]:
    """Every module that the entry imports, directly or not, at once or later."""
    found: set[Path] = set()
    waiting = [ENTRY, *_by_name()]
    while waiting:
        name = waiting.pop()
        for path in _files_of(name):
            if path not in found:
                imported = _imported(path)
                if imported is not None:
                    found.add(path)
                    waiting += imported
    return found


def _by_name() -> Iterator[str]:
    for package in BY_NAME:
        for path in sorted((SOURCES / "stammtisch" / package).rglob("*.py")):
            yield ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def _files_of(name: str) -> Iterator[Path]:
    """The module of that name, or the one that has it, and the packages it is in."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        base = SOURCES.joinpath(*parts[:length])
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file():
                yield path


def _imported(path: Path) -> list[str] | None:
    """The names of ours that the module imports; None if a browser cannot import it."""
    names: list[str] = []
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        own = _names(node)
        if node in tree.body and any(_is_missing(name) for name in own):
            return None
        names += [name for name in own if name.startswith("stammtisch")]
    return names


def _names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def _is_missing(name: str) -> bool:
    first = name.partition(".")[0]
    return first in MISSING or (first not in THERE and first not in sys.stdlib_module_names)


# Tables


def _tables() -> Iterator[File]:
    """The tables of the solvers, made once for each version of them; none where NumPy is not available."""
    folder = CACHE / f"tables-{_version_of_solvers()}"
    if not folder.is_dir():
        fresh = CACHE / "fresh-tables"
        shutil.rmtree(fresh, ignore_errors=True)
        if not _solved(fresh):
            sys.stderr.write(
                "The tables of the best bots are left out of the page: they take NumPy and numba.\n"
            )
            return
        fresh.rename(folder)
    for path in sorted(folder.iterdir()):
        yield File("tables", path.name, path.read_bytes())


def _solved(folder: Path) -> bool:
    """Make the tables with a Python that has what the solvers need. Returns whether there is one."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
    for python in (sys.executable, ROOT / ".venv/bin/python"):
        command = [str(python), str(ROOT / "tools/tables.py"), str(folder)]
        try:
            solved = subprocess.run(command, env=environment, check=False, capture_output=True)  # noqa: S603 - ours
            if not solved.returncode:
                return True
        except OSError:  # there is no such Python
            continue
    return False


def _version_of_solvers() -> str:
    paths = [ROOT / "tools/tables.py", *sorted((SOURCES / "stammtisch/solve").rglob("*.py"))]
    return sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


# Files


def _compiled(archive: bytes, level: int) -> bytes:
    """The archive with bytecode in place of sources, which a browser would compile at every start."""
    target = CACHE / f"{sha256(BYTECODE.read_bytes() + archive).hexdigest()[:16]}-{level}.zip"
    if not target.exists():
        sources = CACHE / "sources.zip"
        CACHE.mkdir(parents=True, exist_ok=True)
        sources.write_bytes(archive)
        _with_node("build/bytecode.mjs", sources, target, level)
    return target.read_bytes()


def _zipped(files: dict[str, bytes], compression: int = ZIP_STORED) -> bytes:
    """The same bytes for the same files; they are compressed when they are sent, and all together."""
    packed = BytesIO()
    with ZipFile(packed, "w", compression) as archive:
        for name in sorted(files):
            archive.writestr(ZipInfo(name, _EPOCH), files[name], compression)
    return packed.getvalue()


def _placed(folder: Path, files: list[File]) -> list[dict[str, object]]:
    """Write the files, those of a folder under one address that changes with any of them."""
    listed: list[dict[str, object]] = []
    for group in dict.fromkeys(file.folder for file in files):
        alike = [file for file in files if file.folder == group]
        version = sha256(b"".join(sha256(file.data).digest() for file in alike)).hexdigest()[:16]
        place = folder / f"{group}-{version}"
        place.mkdir(parents=True, exist_ok=True)
        for file in alike:
            (place / file.name).write_bytes(file.data)
            listed.append(_entry(f"runtime/{place.name}/{file.name}", file))
    _compress(folder)
    for entry in listed:
        compressed = folder.parent / f"{entry['address']}.br"
        if compressed.exists():
            entry["compressed"] = compressed.stat().st_size
    return listed


def _entry(address: str, file: File) -> dict[str, object]:
    size = len(file.data)
    return {
        "name": file.name,
        "address": address,
        "size": size,
        "compressed": size,
        "sha256": sha256(file.data).hexdigest(),
    }


def _compress(folder: Path) -> None:
    """Leave a compressed copy beside each file, as with the rest of the page."""
    _with_node("build/brotli.mjs", folder, CACHE / "brotli")


def _with_node(script: str, *arguments: object) -> None:
    import page  # noqa: PLC0415 - it builds the page, and calls this

    page.run("node", script, *map(str, arguments))


if __name__ == "__main__":
    build(Path(sys.argv[1]))
