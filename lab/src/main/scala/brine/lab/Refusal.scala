package brine.lab

/** Bad input from the person at the command line: one clear line, exit code 2. */
final class Refusal(message: String) extends Exception(message)

/** Something a run cannot go on from (a full disk, no library at all): one clear line, exit code 1. */
final class RunFailure(message: String) extends Exception(message)
