package brine.examples.site.service

/** A key names other commands already. */
final class KeyUsedException
    extends RuntimeException("the key was used for other commands: use a new key for each request", null, false, false)
