package brine.journal

/** What an append survives once it is complete. What each level means on which fault: `docs/durability.md`. */
enum Level:
  /** Accepted: in order, with a number, but only in this process. Survives nothing. */
  case Memory

  /** Written to the operating system, which writes it to the disk when it likes: survives the end of the process, also `kill -9`, but not that of
    * the machine.
    */
  case OsCache

  /** Forced to the disk: survives a power cut, as far as the disk keeps what it says. The default. */
  case Disk
