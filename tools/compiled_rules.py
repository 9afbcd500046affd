"""Compiles the rules with mypyc into every wheel; where that cannot be done, the wheel runs interpreted."""

from __future__ import annotations

import os
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRules(BuildHookInterface[Any]):
    """Adds to a wheel the modules that `pyproject.toml` wants `compiled`, less those `interpreted`.

    Their sources stay in the wheel too. An editable install gets none: there edits take effect at once.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder that lasts until the wheel is written."""
        if version == "editable":
            return
        self._folder = TemporaryDirectory()
        built = compile_modules(self._modules(), Path(self._folder.name))
        if not built:
            self.app.display_warning("The rules could not be compiled and will run interpreted.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= built

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what has been packed."""
        if version != "editable":
            self._folder.cleanup()

    def _modules(self) -> list[str]:
        found = [path for pattern in self.config["compiled"] for path in Path().glob(pattern)]
        return sorted(
            str(path)
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
            debug_level="0",
        )
        for extension in extensions if os.name == "posix" else ():
            # Calls go straight into Python and to each other, which makes a twentieth.
            extension.extra_compile_args += ["-fno-plt", "-fno-semantic-interposition"]
        command = Distribution({"name": "stammtisch", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder / "built"), str(folder / "objects")
        command.ensure_finalized()
        command.run()
    except (SystemExit, BaseError, CCompilerError):  # mypyc ends the program where types are wrong
        return {}
    built = folder / "built"
    return {str(path): str(path.relative_to(built)) for path in built.rglob("*") if path.is_file()}
