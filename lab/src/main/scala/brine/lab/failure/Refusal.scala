package brine.lab.failure

/** Bad arguments: one clear line, exit code 2. */
final class Refusal(message: String) extends Exception(message)

/** A run that cannot continue (a full disk, no library at all): one clear line, exit code 1. */
final class RunFailure(message: String) extends Exception(message)
