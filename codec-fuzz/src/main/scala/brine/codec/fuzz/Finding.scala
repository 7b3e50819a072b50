package brine.codec.fuzz

/** An input made a reader do what it must not do. */
final class Finding(message: String, cause: Throwable | Null = null) extends AssertionError(message, cause)
