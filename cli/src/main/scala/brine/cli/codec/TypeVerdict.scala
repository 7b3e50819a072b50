package brine.cli.codec

import brine.codec.Compatibility.{Finding, Verdict}
import brine.codec.Schemas.{History, Version}
import brine.codec.{Compatibility, Schema}

/** The verdict on a type of which an old and a new state are known.
  *
  * @param verdict
  *   none for a type that exists only in the new state
  * @param newReadsOld
  *   why new programs cannot read old data
  * @param warnings
  *   what new programs lose of old data
  * @param rollback
  *   what old programs lose of new data; no warning, because every added field is such a loss
  * @param relied
  *   changes that need a default, a former name or a migration in the new program; the tests that check the lock file
  *   verify them
  */
private[codec] final case class TypeVerdict(
    name: String,
    verdict: Option[Verdict],
    newReadsOld: Vector[Finding] = Vector.empty,
    oldReadsNew: Vector[Finding] = Vector.empty,
    warnings: Vector[Finding] = Vector.empty,
    rollback: Vector[Finding] = Vector.empty,
    relied: Vector[Finding] = Vector.empty
):
  /** Whether there are neither problems nor warnings. */
  def isClean: Boolean = !verdict.exists(_ != Verdict.Compatible) && warnings.isEmpty

  /** For people: the type and its verdict, then the findings. */
  def lines: Vector[String] =
    // A name may contain anything; each finding must still be one line, and must not command a terminal.
    def all(what: String, findings: Vector[Finding]) =
      findings.map(finding => Report.oneLine(s"  $what: $finding"))
    Report.oneLine(s"$name: ${verdict.fold("new")(_.words)}") +: (all("new cannot read old", newReadsOld) ++
      all("new loses some of old", warnings) ++ all("old cannot read new", oldReadsNew) ++
      all("old loses some of new", rollback) ++ all("left to the program", relied))

  def toJson: ujson.Obj =
    def all(findings: Vector[Finding]) =
      ujson.Arr.from(findings.map(of => ujson.Obj("path" -> of.path, "problem" -> of.problem, "remedy" -> of.remedy)))
    ujson.Obj(
      "type"        -> name,
      "verdict"     -> verdict.fold("new")(_.words),
      "newReadsOld" -> all(newReadsOld),
      "oldReadsNew" -> all(oldReadsNew),
      "warnings"    -> all(warnings),
      "rollback"    -> all(rollback),
      "relied"      -> all(relied)
    )

private[codec] object TypeVerdict:
  /** Compares two states of a history. The lock file of the new state guarantees that its program reads the versions it
    * must read.
    */
  def of(old: History, now: Option[History]): TypeVerdict = now match
    case None => breaking(old.name, "it is gone", "keep its versions as long as there are data of it")
    case Some(now) if !isContinued(old, now) =>
      breaking(old.name, "its old versions are not the same any more", "restore them; versions are only ever added")
    case Some(now) =>
      (old.latest, now.latest) match
        case (Some(last), Some(present)) if present.readsFrom > last.number =>
          breaking(
            old.name,
            s"version ${present.number} reads from version ${present.readsFrom}, not version ${last.number}",
            "keep reading it as long as there are data of it"
          )
        case (Some(last), Some(present)) => trusted(old.name, last, present)
        case _                           => TypeVerdict(old.name, Some(Verdict.Compatible))

  /** Compares two schemas of which nothing else is known. */
  def of(name: String, old: Schema, now: Schema): TypeVerdict =
    val found = Compatibility.of(now, old)
    TypeVerdict(name, Some(found.verdict), found.newReadsOld, found.oldReadsNew, found.warnings, found.rollback)

  private def trusted(name: String, old: Version, now: Version): TypeVerdict =
    val found = Compatibility.of(now.schema, old.schema)
    TypeVerdict(
      name,
      Some(if found.oldReadsNew.isEmpty then Verdict.Compatible else Verdict.ReadersFirst),
      Vector.empty,
      found.oldReadsNew,
      found.warnings,
      found.rollback,
      found.newReadsOld
    )

  private def isContinued(old: History, now: History): Boolean =
    now.versions.map(_.schema).startsWith(old.versions.map(_.schema))

  private def breaking(name: String, problem: String, remedy: String): TypeVerdict =
    TypeVerdict(name, Some(Verdict.Breaking), newReadsOld = Vector(Finding("", problem, remedy)))
