"""Completes what is built: the page goes into sdists and wheels, compiled rules into wheels."""

from __future__ import annotations

import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by its path

import page

WITHOUT_PAGE: Final = "STAMMTISCH_WITHOUT_PAGE"
"""If this variable is set, the page is taken as it is, or left out where there is none."""


class BuildHook(BuildHookInterface[Any]):
    """Adds the page, and to a wheel also the modules that `pyproject.toml` wants `compiled`.

    Those `interpreted` are not compiled. The sources of compiled modules stay in the wheel too. An editable
    install gets nothing: there edits take effect at once.
    """

    def dependencies(self) -> list[str]:
        """What a build needs besides hatchling: for the page only where it is to be built."""
        compiling = self.config["compile-with"] if self.target_name == "wheel" else []
        if self._page_is_there():
            return compiling
        node = [] if page.node_on_path() else [page.NODE_PACKAGE]
        return [*compiling, *self.config["page-with"], *node]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, and compile into a folder that lasts until the wheel is written."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        if not self._page_is_brought():
            self._build_page()
        if self.target_name == "wheel":
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what has been packed."""
        if version != "editable":
            self._folder.cleanup()

    def _page_is_there(self) -> bool:
        """Whether nothing of the page has to be built."""
        return self._page_is_brought() or page.is_current()

    def _page_is_brought(self) -> bool:
        """Whether the page is taken as it is; an sdist has brought it."""
        return Path(self.root, "PKG-INFO").exists() or WITHOUT_PAGE in os.environ

    def _build_page(self) -> None:
        try:
            page.build()
        except (OSError, subprocess.CalledProcessError) as error:
            self.app.abort(
                f"The page for browsers could not be built: {error}. It takes the npm registry, and Node.js "
                f"20.19, 22.12 or newer. {WITHOUT_PAGE}=1 installs a server without the page."
            )

    def _compile(self, build_data: dict[str, Any]) -> None:
        built = compile_modules(self._modules(), Path(self._folder.name))
        if not built:
            self.app.display_warning("The rules could not be compiled and will run interpreted.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= built

    def _modules(self) -> list[str]:
        root = Path(self.root)
        found = [path for pattern in self.config["compiled"] for path in root.glob(pattern)]
        return sorted(
            str(path.relative_to(root))
            for path in found
            if not any(fnmatch(path.name, pattern) for pattern in self.config["interpreted"])
        )


def compile_modules(modules: list[str], folder: Path) -> dict[str, str]:
    """Each extension module built in the folder, with its place in the wheel; none where it failed."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.errors import BaseError, CCompilerError

    try:
        extensions = mypycify(
            [f"--cache-dir={os.devnull}", *modules],
            target_dir=str(folder / "source"),
            group_name="stammtisch",
            opt_level="2",  # as fast as 3, and compiled in little more than half of the time
            debug_level="0",
        )
        for extension in extensions if sys.platform == "linux" else ():
            # Calls go straight into Python and to each other, which makes a twentieth.
            extension.extra_compile_args += ["-fno-plt", "-fno-semantic-interposition"]
        command = Distribution({"name": "stammtisch", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder / "built"), str(folder / "objects")
        command.ensure_finalized()
        command.run()
    except (SystemExit, BaseError, CCompilerError):  # mypyc ends the program where types are wrong
        return {}
    built = folder / "built"
    return {str(path): str(path.relative_to(built)) for path in sorted(built.rglob("*")) if path.is_file()}
