from __future__ import annotations

import json
import signal
import subprocess
import sys

RUN = "from stammtisch.cli.engine import engine; engine(prog_name='engine')"
ENGINE = [sys.executable, "-c", RUN]
HEED = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
HEEDING = [sys.executable, "-c", HEED + RUN]
"""Without that, a process started in the background, as a whole test run may be, ignores interrupts."""


def test_lines_are_answered_until_the_input_ends() -> None:
    asked = b'{"op":"hello","id":1}\nnonsense\n\n{"op":"describe","game":"zock","id":2}'
    ended = subprocess.run(ENGINE, input=asked, capture_output=True, check=True)
    first, second, third = map(json.loads, ended.stdout.splitlines())
    assert (first["id"], second["error"]["code"], third["id"]) == (1, "bad-json", 2)
    assert ended.stderr == b""


def test_each_answer_comes_before_the_next_question() -> None:
    with subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(b'{"op":"hello","id":%d}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(60) == 0


def test_it_ends_silently_when_nobody_reads() -> None:
    with subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b'{"op":"hello"}\n')
        process.stdin.flush()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_an_interrupt_ends_it_silently() -> None:
    with subprocess.Popen(
        HEEDING, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"op":"hello"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr.read() == b""
