package brine.journal.testkit

/** A fault of a [[FaultStorage]], planned with [[FaultStorage.inject]]. It happens once, after `after` operations of
  * its kind.
  *
  * {{{
  * storage.inject(Fault.FailedForce(after = 2)) // the third fsync from now on fails
  * }}}
  */
enum Fault:
  /** Number of operations of the kind, from now on, that are done without the fault. */
  def after: Int

  /** A read fails with `IOException`. */
  case FailedRead(after: Int = 0)

  /** A write fails with `IOException`, after some of its sectors have been written. */
  case FailedWrite(after: Int = 0)

  /** An fsync of a file fails with `IOException`. Some of its pending sectors reach the disk. The operating system
    * marks all of them as clean, so that the next fsync succeeds without saving them. Until a crash, the unsaved
    * sectors may be visible or be gone at once.
    */
  case FailedForce(after: Int = 0)

  /** An fsync of a folder fails with `IOException`; its changes stay pending. */
  case FailedForceFolder(after: Int = 0)

  /** Creating, renaming or deleting a file or a folder fails with `IOException`; nothing is changed. */
  case FailedChange(after: Int = 0)

  /** The disk reports a write as done and does not do it. The write is visible until a crash. */
  case LostWrite(after: Int = 0)

  /** The disk reports a write as done, and does only its beginning or its end. The whole write is visible until a
    * crash. A write of one sector is torn at any byte, a longer one between sectors.
    */
  case TornWrite(after: Int = 0)

  /** The disk does a write at its place and once more some sectors away. It overwrites what was there, visibly after a
    * crash.
    */
  case DuplicatedWrite(after: Int = 0)

  /** The disk does a write some sectors away from its place. The write is visible at its place until a crash. */
  case MisdirectedWrite(after: Int = 0)
