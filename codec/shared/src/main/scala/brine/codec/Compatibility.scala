package brine.codec

import brine.codec.Compatibility.{Finding, Verdict}
import brine.codec.internal.evolution.{Findings, Incompatible, Resolver, SchemaTarget, Target}

/** Whether a type as it is now and an earlier version of it read each other's data.
  *
  * {{{
  * Compatibility.of(Codec[Reading], lastVersion).verdict // Compatible, ReadersFirst or Breaking
  * }}}
  *
  * That the new version reads old data is known exactly from its codec. Whether the old program, which is not here, reads new data is
  * judged by its schema, without the defaults, former names and migrations it may have: it is then said to be worse than it is.
  *
  * @param newReadsOld
  *   what keeps the new version from reading old data
  * @param oldReadsNew
  *   what keeps the old version from reading new data, be it only some values of them
  * @param warnings
  *   cases that old data may hold and the new version does not have: those values it cannot read
  */
final case class Compatibility private (
    newReadsOld: Vector[Finding],
    oldReadsNew: Vector[Finding],
    warnings: Vector[Finding]
):
  def verdict: Verdict =
    if newReadsOld.nonEmpty then Verdict.Breaking
    else if oldReadsNew.nonEmpty then Verdict.ReadersFirst
    else Verdict.Compatible

  /** All findings, a line each, below the verdict. */
  override def toString: String =
    def lines(what: String, findings: Vector[Finding]) = findings.map(finding => s"  $what: $finding")
    (verdict.words +: (lines("new cannot read old", newReadsOld) ++ lines("new cannot read all of old", warnings) ++
      lines("old cannot read new", oldReadsNew))).mkString("\n")

object Compatibility:
  /** What a change means for the order in which programs are deployed. */
  enum Verdict(val words: String):
    /** Each reads what the other wrote. */
    case Compatible extends Verdict("compatible")

    /** The new version reads old data, the old one not all new data: deploy what reads before what writes. */
    case ReadersFirst extends Verdict("readers first")

    /** The new version cannot read old data. */
    case Breaking extends Verdict("breaking")

  /** Something in the way of reading.
    *
    * @param path
    *   which part, as in `pages[].title`; empty for the value itself
    * @param problem
    *   why it cannot be read
    * @param remedy
    *   what to do
    */
  final case class Finding(path: String, problem: String, remedy: String):
    override def toString: String = if path.isEmpty then s"$problem; $remedy" else s"$path: $problem; $remedy"

  /** Between a type as it is now and the schema of an earlier version. */
  def of(codec: Codec[?], written: Schema): Compatibility = between(codec.schema, Target.Whole(codec), written)

  /** Between two versions of which only the schemas are known: what the new program has a default, a former name or a migration for is
    * said to be breaking.
    */
  def of(now: Schema, written: Schema): Compatibility = between(now, SchemaTarget(now), written)

  private def between(now: Schema, reader: => Target, written: Schema): Compatibility =
    if now == written then Compatibility(Vector.empty, Vector.empty, Vector.empty)
    else
      val (some, all) = found(written, reader).partition(_.reason == Incompatible.Reason.MissingCase)
      Compatibility(
        all.map(finding(_, "write a Migration from the old version, or give the field another name")),
        found(now, SchemaTarget(written)).map(deploy),
        some.map(finding(_, ""))
      )

  private def found(written: Schema, reader: Target): Vector[Incompatible] =
    val findings = Findings()
    Resolver(written, findings).check(reader)
    findings.all

  private def finding(of: Incompatible, otherwise: String): Finding =
    Finding(of.path, of.problem, if of.remedy.isEmpty then otherwise else of.remedy)

  private def deploy(of: Incompatible): Finding =
    val instead = of.reason match
      case Incompatible.Reason.MissingField =>
        ", or keep the field as long as there are old readers; if they have a default for it, all is well"
      case Incompatible.Reason.MissingCase => ", or have a case marked by @fallback in the version before"
      case Incompatible.Reason.Different   => ""
    Finding(of.path, of.problem, s"deploy readers before writers$instead")
