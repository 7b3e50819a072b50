"""What a reader says when it refuses bytes."""


class FormatError(Exception):
    """The bytes are refused. `offset` is the byte at which the reader noticed, `problem` says why."""

    def __init__(self, offset: int, problem: str):
        super().__init__(f"at offset {offset}: {problem}")
        self.offset = offset
        self.problem = problem


class Unsupported(FormatError):
    """The bytes may be right, but this reader lacks what it takes: Zstandard, or a codec of the user's own."""
