#!/usr/bin/env python3
"""Performs the steps of the Containerfile without a container engine, and tries what comes out.

Debian's debootstrap makes the base, chroot runs the steps, and the result runs as its own user on a
read-only root with one folder to write to. It needs root, Linux, debootstrap and a network connection:
`sudo tools/try_container.py`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
WORK: Final = ROOT / "build/container"
IGNORED: Final = {"EXPOSE"}
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PROXIES: Final = ("http_proxy", "https_proxy", "no_proxy")
CERTIFICATES: Final = ("PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
"""What the steps need to know of a network with a proxy: its address, and whom to trust there."""
TRUSTED: Final = "/run/certificates.crt"
DEVICES: Final = ("full", "null", "random", "urandom", "zero")
PATIENCE: Final = 60


@dataclass
class Image:
    """A stage: its folder, and what the steps have said about it so far."""

    folder: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": PATH})
    place: str = "/"
    user: str = "0"
    volume: str = ""
    health: list[str] = field(default_factory=list)
    entry: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)


def steps(text: str) -> Iterator[tuple[str, str]]:
    """Every instruction with its arguments."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            instruction, _, rest = line.partition(" ")
            yield instruction, rest.strip()


def build(text: str) -> Image:
    """The image of the last stage."""
    stages: dict[str, Image] = {}
    image: Image | None = None
    for instruction, rest in steps(text):
        print(f"{instruction} {rest}", flush=True)
        if instruction == "FROM":
            base, _, name = rest.partition(" AS ")
            image = stages[name] = Image(_copy_of_base(base, name or "final"))
        elif image is not None:
            _perform(image, instruction, rest, stages)
    assert image is not None
    return image


def _copy_of_base(base: str, name: str) -> Path:
    """A folder that holds a fresh Debian of this name."""
    found = re.fullmatch(r"docker\.io/library/debian:(\w+)-slim", base)
    assert found, f"{base} is not an image of Debian"
    kept, folder = WORK / found[1], WORK / "stages" / name
    if not kept.exists():
        _run("debootstrap", "--variant=minbase", found[1], f"{kept}.new")
        Path(f"{kept}.new").rename(kept)
    _run("cp", "--archive", "--reflink=auto", kept, folder)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    return folder


def _perform(image: Image, instruction: str, rest: str, stages: dict[str, Image]) -> None:
    match instruction:
        case "RUN":
            _inside(image, ["/bin/sh", "-c", rest], _network())
        case "COPY":
            _copy(image, shlex.split(rest), stages)
        case "WORKDIR":
            image.place = rest
            (image.folder / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        case "ENV":
            image.environment |= dict(word.split("=", 1) for word in shlex.split(rest))
        case "USER":
            image.user = rest
        case "VOLUME":
            image.volume = rest
        case "HEALTHCHECK":
            image.health = json.loads(rest.partition("CMD ")[2])
        case "ENTRYPOINT":
            image.entry = json.loads(rest)
        case "CMD":
            image.command = json.loads(rest)
        case _:
            assert instruction in IGNORED, f"{instruction} is not known here"


def _copy(image: Image, words: list[str], stages: dict[str, Image]) -> None:
    *options, source, target = words
    place = image.folder / (Path(image.place) / target).relative_to("/")
    if options:
        stage = stages[options[0].removeprefix("--from=")]
        _run("cp", "--archive", stage.folder / source.lstrip("/"), place)
        return
    for path in _context():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, place / path)


def _context() -> list[str]:
    """The files of this checkout that .dockerignore lets in."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    wanted = [line[1:] for line in lines if line.startswith("!")]
    known = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "--", *wanted]
    return subprocess.run(known, capture_output=True, text=True, check=True).stdout.splitlines()


def _inside(image: Image, command: list[str], more: dict[str, str], data: Path | None = None) -> None:
    subprocess.run(_call(image, command, more, data), check=True)


def _call(image: Image, command: list[str], more: dict[str, str], data: Path | None) -> list[str]:
    """The command in the image; with `data` as a container runs it.

    That is as the image's user, on a root that is read-only but for the volume.
    """
    root = shlex.quote(str(image.folder))
    if data is None:
        mounts = [*_mounts(root), *_trust(root)]
        user, place = "0", image.place
    else:
        volume = f"mount --bind {shlex.quote(str(data))} {root}{image.volume}"
        mounts = [*_mounts(root), volume, f"mount -o remount,bind,ro {root}"]
        user, place = image.user, "/"
    words = [f"{name}={value}" for name, value in (image.environment | more).items()]
    enter = f"exec chroot --userspec={user}:{user} {root} /usr/bin/env --chdir={place} -i"
    script = " && ".join([*mounts, f"{enter} {shlex.join([*words, *command])}"])
    return ["unshare", "--mount", "--pid", "--fork", "sh", "-c", script]


def _mounts(root: str) -> Iterator[str]:
    """Processes and a few devices; nothing of this machine can be written to."""
    yield from (f"mount --bind {root} {root}", f"mount -t proc proc {root}/proc")
    yield from (f"mount -t tmpfs -o mode=755 tmpfs {root}/dev", f"mkdir -m 1777 {root}/dev/shm")
    for device in DEVICES:
        yield from (f"touch {root}/dev/{device}", f"mount --bind /dev/{device} {root}/dev/{device}")


def _trust(root: str) -> Iterator[str]:
    """The certificates that this machine trusts, as one file that can only be read."""
    if trusted := os.environ.get("SSL_CERT_FILE"):
        there = f"{root}{TRUSTED}"
        yield from (f"touch {there}", f"mount --bind {trusted} {there}", f"mount -o remount,bind,ro {there}")


def _network() -> dict[str, str]:
    proxies = {name: value for name, value in os.environ.items() if name.lower() in PROXIES}
    return proxies | (dict.fromkeys(CERTIFICATES, TRUSTED) if "SSL_CERT_FILE" in os.environ else {})


def try_out(image: Image) -> None:
    """Start it, look at its health, keep a table over a restart, and see that nothing else can be written."""
    data = WORK / "data"
    data.mkdir()
    os.chown(data, int(image.user), int(image.user))
    port = _free_port()
    page = f"http://127.0.0.1:{port}"
    with _running(image, port, data):
        with urllib.request.urlopen(page) as answer:
            assert b"<script" in answer.read(), "there is no page"
        table = _open_table(page)
    with _running(image, port, data), urllib.request.urlopen(f"{page}/api/tables/{table}") as answer:
        assert answer.status == 200
    outside = subprocess.run(_call(image, ["touch", "/opt/written"], {}, data), check=False)
    assert outside.returncode, "the root can be written to"
    _inside(image, [*image.entry, "admin", "list"], {}, data)


@contextmanager
def _running(image: Image, port: int, data: Path) -> Iterator[None]:
    """The server of the image, from good health to its orderly shutdown."""
    settings = {"STAMMTISCH_PORT": str(port)}
    server = subprocess.Popen(_call(image, [*image.entry, *image.command], settings, data))
    try:
        _wait_for_health(_call(image, image.health, settings, data), server)
        yield
    finally:
        child = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii")
        os.kill(int(child or server.pid), signal.SIGTERM)
        status = server.wait(PATIENCE)
    assert status == 0, "the server did not shut down in good order"


def _wait_for_health(check: list[str], server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while subprocess.run(check, check=False, stderr=subprocess.DEVNULL).returncode:
        assert server.poll() is None, "the server has ended"
        assert time.monotonic() < deadline, "the server does not become healthy"
        time.sleep(0.5)


def _open_table(page: str) -> str:
    seats = [{"kind": "here", "name": "Anna"}, {"kind": "bot", "bot": "perfect"}]
    body = json.dumps({"game": "zock", "seats": seats, "program": True}).encode()
    request = urllib.request.Request(f"{page}/api/tables", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["table"])


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _size(folder: Path) -> str:
    return subprocess.run(["du", "-sh", folder], capture_output=True, text=True, check=True).stdout.split()[0]


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Build and try."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        sys.exit("this needs root and Debian's debootstrap")
    for left in ("stages", "data"):
        shutil.rmtree(WORK / left, ignore_errors=True)
    (WORK / "stages").mkdir(parents=True)
    image = build((ROOT / "Containerfile").read_text(encoding="utf-8"))
    try_out(image)
    parts = f"{_size(image.folder / 'opt/stammtisch')} of them for Stammtisch and what it needs"
    print(f"It works. The image has {_size(image.folder)}, {parts}.")


if __name__ == "__main__":
    main()
