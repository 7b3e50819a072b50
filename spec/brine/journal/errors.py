"""What the reader of journals says when it refuses a file."""


class Damage(Exception):
    """A file is damaged, or is none of a journal."""

    def __init__(self, file: str, offset: int, problem: str):
        super().__init__(f"{file}, byte {offset}: {problem}")
        self.file = file
        self.offset = offset
        self.problem = problem
