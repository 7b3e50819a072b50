package brine.pekko.persistence.internal

/** Somebody else has written events of the same persistence id. */
private[persistence] final class ConcurrentWriteException(write: PreparedWrite, actual: Long)
    extends IllegalStateException(
      s"event ${write.first} of '${write.persistenceId}' was not written, because the stream has $actual events: another " +
        "persistent actor with this persistence id has written meanwhile, maybe on another node. This one stops; start " +
        "it again where no other one runs"
    )
