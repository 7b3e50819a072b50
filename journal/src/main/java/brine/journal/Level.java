package brine.journal;

/**
 * What an append must survive before it completes. {@code docs/durability.md} lists what each level means for each
 * fault.
 */
public enum Level {
  /** Numbered and in order, but only in this process. Survives nothing. */
  Memory,

  /**
   * Written to the operating system, which writes it to the disk later. Survives the end of the process,
   * also by {@code kill -9}, but not a crash of the machine.
   */
  OsCache,

  /**
   * Durable: fsync has returned. Survives a power cut, if the disk keeps its promise. The default.
   */
  Disk
}
