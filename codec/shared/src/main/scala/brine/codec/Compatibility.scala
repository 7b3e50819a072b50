package brine.codec

import brine.codec.Compatibility.{Finding, Verdict}
import brine.codec.internal.evolution.{Resolver, SchemaTarget, Target}
import brine.codec.internal.matching.{Findings, Incompatible}

/** Whether the current version of a type and an earlier version can read each other's data.
  *
  * {{{
  * Compatibility.of(Codec[Reading], lastVersion).verdict // Compatible, ReadersFirst or Breaking
  * }}}
  *
  * Whether the new version reads old data follows exactly from its codec. Whether the old program reads new data is
  * judged from the old schema alone. Defaults, former names and migrations of the old program are unknown, so that part
  * of the verdict is conservative.
  *
  * @param newReadsOld
  *   reasons why the new version cannot read old data
  * @param oldReadsNew
  *   reasons why the old version cannot read new data, or some values of it
  * @param warnings
  *   what the new version loses of old data: fields it drops, cases it does not have, data that may mean something else
  *   or may no longer be different
  * @param rollback
  *   what the old version loses of new data: fields it drops, which are gone if it writes the data again, and data that
  *   may mean something else to it
  */
final case class Compatibility private (
    newReadsOld: Vector[Finding],
    oldReadsNew: Vector[Finding],
    warnings: Vector[Finding],
    rollback: Vector[Finding]
):
  /** The verdict on the findings: breaking if the new version cannot read old data, readers first if only the old
    * version has problems.
    */
  def verdict: Verdict =
    if newReadsOld.nonEmpty then Verdict.Breaking
    else if oldReadsNew.nonEmpty then Verdict.ReadersFirst
    else Verdict.Compatible

  /** The verdict, then each finding on a line of its own. */
  override def toString: String =
    def lines(what: String, findings: Vector[Finding]) = findings.map(finding => s"  $what: $finding")
    (verdict.words +: (lines("new cannot read old", newReadsOld) ++ lines("new loses some of old", warnings) ++
      lines("old cannot read new", oldReadsNew) ++ lines("old loses some of new", rollback))).mkString("\n")

object Compatibility:
  /** What a change means for the order in which programs are deployed. */
  enum Verdict(val words: String):
    /** Each version reads the other's data. */
    case Compatible extends Verdict("compatible")

    /** The new version reads old data, but the old version cannot read all new data: deploy readers before writers. */
    case ReadersFirst extends Verdict("readers first")

    /** The new version cannot read old data. */
    case Breaking extends Verdict("breaking")

  /** One reason why data cannot be read.
    *
    * @param path
    *   part of the value, such as `pages[].title`; empty for the value itself
    * @param problem
    *   why that part cannot be read
    * @param remedy
    *   what to do about it
    */
  final case class Finding(path: String, problem: String, remedy: String):
    override def toString: String = if path.isEmpty then s"$problem; $remedy" else s"$path: $problem; $remedy"

  /** Compares a type, given by its codec, with the schema of an earlier version. */
  def of(codec: Codec[?], written: Schema): Compatibility = between(codec.schema, Target.Whole(codec), written)

  /** Compares two versions of which only the schemas are known. Defaults, former names and migrations of the new
    * version are not considered, so changes that need one count as breaking.
    */
  def of(now: Schema, written: Schema): Compatibility = between(now, SchemaTarget(now), written)

  private def between(now: Schema, reader: => Target, written: Schema): Compatibility =
    if now == written then Compatibility(Vector.empty, Vector.empty, Vector.empty, Vector.empty)
    else
      val (unread, lost)   = found(written, reader).partition(isBreaking)
      val (dropped, newer) = found(now, SchemaTarget(written)).partition(isReadWithLosses)
      Compatibility(
        unread.map(finding(_, "write a Migration from the old version, or give the field another name")),
        newer.map(deploy),
        lost.map(finding(_, "")),
        dropped.map { one =>
          val isDropped = one.reason == Incompatible.Reason.Dropped
          Finding(
            one.path,
            if isDropped then "the old version drops it" else one.problem,
            "do not let it write such data again"
          )
        }
      )

  private def isReadWithLosses(problem: Incompatible): Boolean =
    problem.reason == Incompatible.Reason.Dropped || problem.reason == Incompatible.Reason.Unclear

  private def isBreaking(problem: Incompatible): Boolean =
    problem.reason.isOfAllValues || problem.reason == Incompatible.Reason.UnclearCase

  private def found(written: Schema, reader: Target): Vector[Incompatible] =
    val findings = Findings()
    Resolver(written, findings).check(reader)
    findings.all

  private def finding(of: Incompatible, otherwise: String): Finding =
    Finding(of.path, of.problem, if of.remedy.isEmpty then otherwise else of.remedy)

  private def deploy(of: Incompatible): Finding =
    val instead = of.reason match
      case Incompatible.Reason.MissingField =>
        ", or keep the field as long as there are old readers; a default for it in the old program also suffices"
      case Incompatible.Reason.MissingCase => ", or mark a case with @fallback in the previous version"
      case _                               => ""
    Finding(of.path, of.problem, s"deploy readers before writers$instead")
