#!/usr/bin/env python3
"""Decodes Brine messages and containers and prints them as JSON."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import List, Optional

import brine

EXAMPLES = """examples:
  decode.py --schema 01004204 --bare --hex '06 02 04 06'      a List[Int] without an envelope
  decode.py --schema 010004 message.bin                       a standalone message in a file
  decode.py --container events.brns                           all messages of a container, one a line
  decode.py --schema 01004204 --show                          what the schema says, and its fingerprint
"""


def arguments() -> argparse.ArgumentParser:
    """What the command takes."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", help="the bytes to decode; - is the standard input")
    parser.add_argument("--hex", metavar="BYTES", help="the bytes in hexadecimal, instead of a file")
    parser.add_argument("--schema", metavar="BYTES", help="the canonical form of the schema; a container has its own")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--standalone", action="store_true", help="B5 or B6, fingerprint, value: the default")
    form.add_argument("--bare", action="store_true", help="a value without an envelope")
    form.add_argument("--tagged", metavar="NUMBER", type=int, help="a number, which has to be this one, and a value")
    form.add_argument("--container", action="store_true", help="a container")
    form.add_argument("--show", action="store_true", help="decode nothing, print the schema")
    parser.add_argument("--dictionary", action="store_true", help="a bare or tagged value has a dictionary")
    return parser


def from_hex(text: str, what: str) -> bytes:
    """The bytes of a hexadecimal text, which may have spaces."""
    digits = re.sub(r"\s+", "", text)
    if not re.fullmatch(r"(?:[0-9A-Fa-f]{2})*", digits):
        raise SystemExit(f"{what}: not hexadecimal bytes")
    return bytes.fromhex(digits)


def input_bytes(parsed: argparse.Namespace, parser: argparse.ArgumentParser) -> bytes:
    """The bytes to decode."""
    if (parsed.file is None) == (parsed.hex is None):
        parser.error("give either a file or --hex")
    if parsed.hex is not None:
        return from_hex(parsed.hex, "--hex")
    try:
        if parsed.file == "-":
            return sys.stdin.buffer.read()
        with open(parsed.file, "rb") as file:
            return file.read()
    except OSError as error:
        raise SystemExit(f"{parsed.file}: {error.strerror}")


def print_json(value) -> None:
    """A value on a line."""
    print(json.dumps(brine.to_json(value)))


def run(parsed: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Does what was asked."""
    if parsed.container:
        for message in brine.read_container(input_bytes(parsed, parser)):
            print_json(message.value)
        return
    if parsed.schema is None:
        parser.error("--schema is needed for everything but a container")
    try:
        schema = brine.read_schema(from_hex(parsed.schema, "--schema"))
    except brine.FormatError as error:
        raise SystemExit(f"--schema: {error}")
    if parsed.show:
        print(brine.show_schema(schema))
        print("fingerprint", brine.fingerprint(brine.write_schema(brine.canonical(schema))).hex(" "))
        return
    data = input_bytes(parsed, parser)
    if parsed.bare:
        print_json(brine.decode_bare(data, schema, dictionary=parsed.dictionary))
    elif parsed.tagged is not None:
        print_json(brine.decode_tagged(data, {parsed.tagged: schema}, dictionary=parsed.dictionary)[1])
    else:
        print_json(brine.decode_standalone(data, schema))


def main(command: Optional[List[str]] = None) -> None:
    """The command line."""
    parser = arguments()
    parsed = parser.parse_args(command)
    try:
        run(parsed, parser)
    except brine.FormatError as error:
        raise SystemExit(f"refused {error}")


if __name__ == "__main__":
    main()
