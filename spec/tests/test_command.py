"""The command line."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import decode


class Command(unittest.TestCase):
    """What it prints, and how it refuses."""

    def prints(self, *arguments: str) -> str:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            decode.main(list(arguments))
        return out.getvalue()

    def refuses(self, *arguments: str) -> str:
        with contextlib.redirect_stderr(io.StringIO()) as err, self.assertRaises(SystemExit) as caught:
            decode.main(list(arguments))
        return f"{caught.exception.code} {err.getvalue()}"

    def test_bare(self):
        self.assertEqual(self.prints("--schema", "01 00 42 04", "--bare", "--hex", "06 02 04 06"), "[1, 2, 3]\n")

    def test_standalone_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "message.bin"
            file.write_bytes(bytes.fromhex("b5 db ec ab 43 cb 8f ac aa 02"))
            self.assertEqual(self.prints("--schema", "010004", str(file)), "1\n")

    def test_tagged(self):
        self.assertEqual(self.prints("--schema", "010004", "--tagged", "7", "--hex", "0702"), "1\n")

    def test_dictionary(self):
        printed = self.prints("--schema", "01004209", "--bare", "--dictionary", "--hex", "04 6f6ee5 c0")
        self.assertEqual(printed, '["one", "one"]\n')

    def test_container(self):
        data = "42 52 4e 53 01 0d 00 ca f8 1b 11 01 00 03 01 00 09 02 68 65 6c 6c ef c0"
        self.assertEqual(self.prints("--container", "--hex", data), '"hello"\n"hello"\n')

    def test_show(self):
        self.assertEqual(self.prints("--schema", "010004", "--show"), "Int\nfingerprint db ec ab 43 cb 8f ac aa\n")

    def test_errors(self):
        cut = self.refuses("--schema", "010004", "--bare", "--hex", "80")
        self.assertIn("refused at offset 1: the message ends", cut)
        self.assertIn("--schema: at offset 2", self.refuses("--schema", "0100", "--bare", "--hex", "80"))
        self.assertIn("not hexadecimal", self.refuses("--schema", "xy", "--hex", "80"))
        self.assertIn("--schema is needed", self.refuses("--hex", "80"))
        self.assertIn("either a file or --hex", self.refuses("--schema", "010004"))
        self.assertIn("No such file", self.refuses("--schema", "010004", "no such file"))

    def test_help(self):
        self.assertIn("examples:", self.prints_help())

    def prints_help(self) -> str:
        with contextlib.redirect_stdout(io.StringIO()) as out, self.assertRaises(SystemExit) as caught:
            decode.main(["--help"])
        self.assertEqual(caught.exception.code, 0)
        return out.getvalue()
