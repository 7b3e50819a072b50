package brine.codec.fuzz

/** An input made a reader break a promise. */
final class Finding(message: String, cause: Throwable | Null = null) extends AssertionError(message, cause)
