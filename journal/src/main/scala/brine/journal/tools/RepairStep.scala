package brine.journal.tools

import java.nio.file.Path

/** A change that [[Repair]] makes, or would make. Whatever it replaces is kept in the folder `quarantine`. */
enum RepairStep:
  /** A segment is written anew with those of its records that can be read. */
  case Rewrite(file: Path, kept: Long, lost: Vector[LostRecords])

  /** A segment of which nothing can be read is replaced by one without records, so that those after it keep their numbers.
    *
    * @param number
    *   of the segment, counted from 1
    */
  case Empty(file: Path, number: Long, lost: Vector[LostRecords])

  /** A file that does not belong to the journal, or can be made again, goes to the quarantine. */
  case SetAside(file: Path, reason: String)

  /** The versions of streams all of whose events retention has deleted are not known any more: they begin anew. */
  case ForgetRetired(file: Path, problem: String)

  /** The journal goes on in a new segment after this record. */
  case Continue(number: Long, after: Long)

  /** Both slots of the manifest are written anew. */
  case WriteManifest(reason: String)

  /** What it does, in a sentence. */
  def message: String = this match
    case Rewrite(file, kept, lost) =>
      s"write $file anew with the $kept records that can be read${RepairStep.without(lost)}"
    case Empty(file, number, lost) => s"put an empty segment $number in the place of $file${RepairStep.without(lost)}"
    case SetAside(file, reason)    => s"move $file to the quarantine: $reason"
    case ForgetRetired(file, problem) =>
      s"write $file anew, without the versions of streams all of whose events retention has deleted: $problem"
    case Continue(number, after) => s"go on in a new segment, number $number, after record $after"
    case WriteManifest(reason)   => s"write the manifest anew: $reason"

object RepairStep:
  private inline val Shown = 10

  private def without(lost: Vector[LostRecords]): String =
    if lost.isEmpty then ""
    else
      val shown = lost.take(Shown).map(_.text).mkString(", ")
      s", without ${shown}${if lost.size > Shown then s" and ${lost.size - Shown} other ranges" else ""}"
