package brine.journal.testkit

/** A fault of a [[FaultStorage]], armed by [[FaultStorage.inject]]. It happens once, at the operation of its kind that comes after `after` others
  * of this kind.
  */
enum Fault:
  /** How many operations of the kind, from now on, are done without the fault. */
  def after: Int

  /** A read fails with `IOException`. */
  case FailedRead(after: Int = 0)

  /** A write fails with `IOException`, after some of its sectors have been written. */
  case FailedWrite(after: Int = 0)

  /** A force of a file fails with `IOException`. Some of its pending sectors are on the disk; the operating system takes all of them for saved, so
    * that the next force succeeds without saving them. Until a crash they may be seen, or be gone from sight at once.
    */
  case FailedForce(after: Int = 0)

  /** A force of a folder fails with `IOException`; its changes stay pending. */
  case FailedForceFolder(after: Int = 0)

  /** Making, renaming or deleting a file or a folder fails with `IOException`; nothing is changed. */
  case FailedChange(after: Int = 0)

  /** The disk says that it has done a write and has not: it is seen until a crash. */
  case LostWrite(after: Int = 0)

  /** The disk says that it has done a write and has done its beginning or its end only: seen whole until a crash. A write of one sector is torn at
    * any byte, a longer one between sectors.
    */
  case TornWrite(after: Int = 0)

  /** The disk does a write where it belongs and, some sectors away, once more. What was there is overwritten after a crash. */
  case DuplicatedWrite(after: Int = 0)

  /** The disk does a write some sectors away from where it belongs. Seen where it belongs until a crash. */
  case MisdirectedWrite(after: Int = 0)
