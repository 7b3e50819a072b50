package brine.journal.tools

import brine.journal.Offset
import java.nio.file.Path

/** A change that [[Repair]] plans or makes. Replaced files are kept in the folder `quarantine`. */
enum RepairStep:
  /** Rewrites a segment with its readable records. */
  case Rewrite(file: Path, kept: Long, lost: Vector[LostRecords])

  /** Replaces a segment without readable records by an empty one, so that later segments keep their numbers.
    *
    * @param number
    *   number of the segment, from 1
    */
  case Empty(file: Path, number: Long, lost: Vector[LostRecords])

  /** Moves a file to the quarantine: it does not belong to the journal, or can be rebuilt. */
  case SetAside(file: Path, reason: String)

  /** Forgets the versions of streams whose events retention has all deleted: these streams start again at version 1. */
  case ForgetRetired(file: Path, problem: String)

  /** Continues the journal in a new segment.
    *
    * @param number
    *   number of the new segment
    * @param after
    *   offset of the last record before it
    */
  case Continue(number: Long, after: Offset)

  /** Rewrites both slots of the manifest. */
  case WriteManifest(reason: String)

  /** What the change does, in a sentence. */
  def message: String = this match
    case Rewrite(file, kept, lost) =>
      s"rewrite $file with the $kept records that can be read${RepairStep.without(lost)}"
    case Empty(file, number, lost)    => s"replace $file by an empty segment $number${RepairStep.without(lost)}"
    case SetAside(file, reason)       => s"move $file to the quarantine: $reason"
    case ForgetRetired(file, problem) =>
      s"rewrite $file without the versions of streams whose events retention has all deleted: $problem"
    case Continue(number, after) => s"continue in a new segment, number $number, after record ${after.sequence}"
    case WriteManifest(reason)   => s"rewrite the manifest: $reason"

object RepairStep:
  private inline val Shown = 10

  private def without(lost: Vector[LostRecords]): String =
    if lost.isEmpty then ""
    else
      val shown = lost.take(Shown).map(_.text).mkString(", ")
      s", without ${shown}${if lost.size > Shown then s" and ${lost.size - Shown} other ranges" else ""}"
