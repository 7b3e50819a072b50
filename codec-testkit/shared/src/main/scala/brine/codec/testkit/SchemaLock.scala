package brine.codec.testkit

import brine.codec.testkit.SchemaLock.Outcome
import brine.codec.testkit.internal.LockFile
import brine.codec.{Codec, Compatibility, Schemas, SchemasError}

/** Checks types against the lock file of a program: whether their current version is locked, and whether they still
  * read all locked versions.
  *
  * @param path
  *   path of the lock file, relative to the working directory of the tests or one of its parents; read through Node.js
  *   in JavaScript
  */
final class SchemaLock(path: String):
  /** The content of the file; no schemas if the file does not exist yet. */
  def read: Either[SchemasError, Schemas] = LockFile.read(path).fold(Right(Schemas.none))(Schemas.parse)

  /** Compares a type with its history in the file.
    *
    * @param name
    *   name of the type in the file
    * @param codec
    *   codec of the current version
    */
  def check(name: String, codec: Codec[?]): Outcome =
    read.fold(Outcome.Unreadable(path, _), SchemaLock.judge(_, name, codec))

  /** Adds the current version of the type to the file, unless it is there already or cannot read a locked version.
    *
    * @param name
    *   name of the type in the file
    * @param codec
    *   codec of the current version
    * @return
    *   the outcome before the update: [[Outcome.Unlocked]] if the version was added
    * @throws java.io.IOException
    *   if the file cannot be written (JVM only)
    */
  def update(name: String, codec: Codec[?]): Outcome = SchemaLock.synchronized:
    read match
      case Left(error)    => Outcome.Unreadable(path, error)
      case Right(schemas) =>
        val outcome = SchemaLock.judge(schemas, name, codec)
        outcome match
          case _: Outcome.Unlocked => LockFile.write(path, schemas.add(name, codec.schema).render)
          case _                   => ()
        outcome

object SchemaLock:
  /** The result of comparing a type with its history. */
  enum Outcome:
    /** The current version is the last one of the file, and it reads all versions it has to read.
      *
      * @param name
      *   name of the type in the file
      * @param warnings
      *   what it loses of older versions' data: removed cases, whose values it cannot read, and fields that it drops
      */
    case Locked(name: String, warnings: Vector[Compatibility.Finding])

    /** The current version is not in the file but may be added.
      *
      * @param name
      *   name of the type in the file
      * @param version
      *   version to be added
      * @param compatibility
      *   comparison with the last version of the file, if there is one
      */
    case Unlocked(name: String, version: Schemas.Version, compatibility: Option[Compatibility])

    /** The current version cannot read the data of a locked version.
      *
      * @param name
      *   name of the type in the file
      * @param number
      *   number of the locked version
      * @param next
      *   number that the current version has or would get
      * @param compatibility
      *   comparison with the locked version
      */
    case Breaking(name: String, number: Int, next: Int, compatibility: Compatibility)

    /** The file is malformed, or an entry does not match its fingerprint. */
    case Unreadable(path: String, error: SchemasError)

    /** Whether there is nothing to do. */
    def isLocked: Boolean = this match
      case _: Locked => true
      case _         => false

    /** The outcome as text, with what to do about it. */
    def message: String = this match
      case Locked(name, warnings) =>
        (s"$name is locked" +: warnings.map(finding => s"  it loses some old data: $finding")).mkString("\n")
      case Unlocked(name, version, None) =>
        s"""$name is not locked yet
           |Run the tests with $Update to add these lines, or add them at the end of the file:
           |
           |${Schemas.History(name, Vector(version), Vector.empty).render}""".stripMargin
      case Unlocked(name, version, Some(compatibility)) =>
        s"""$name has changed, which is $compatibility
           |Run the tests with $Update to add these lines, or add them at the end of $name's versions:
           |
           |${version.render}""".stripMargin
      case Breaking(name, number, next, compatibility) =>
        s"""$name cannot read version $number any more: $compatibility
           |If no data of version $number or earlier is left,
           |write `reads from ${number + 1}` at the end of the line of version $next.""".stripMargin
      case Unreadable(path, error) => s"$path: ${error.getMessage}"

  /** A message about a version that was added. */
  private[testkit] def added(outcome: Outcome): Option[String] = outcome match
    case Outcome.Unlocked(name, version, compatibility) =>
      Some(s"version ${version.number} of $name is locked now${compatibility.fold("")(c => s", which is $c")}")
    case _ => None

  /** How to run tests so that they add missing versions. */
  final val Update = "the environment variable BRINE_SCHEMAS=update, on the JVM also -Dbrine.schemas=update,"

  /** Compares a type with its history in `schemas`.
    *
    * @param name
    *   name of the type in the file
    * @param codec
    *   codec of the current version
    */
  def judge(schemas: Schemas, name: String, codec: Codec[?]): Outcome =
    val history  = schemas.history(name).fold(Vector.empty)(_.versions)
    val present  = codec.schema
    val isLatest = history.lastOption.exists(_.schema == present)
    val from     = history.lastOption.fold(1)(_.readsFrom)
    val next     = if isLatest then history.size else history.size + 1
    val older    = history.filter(_.number >= from).map(version => version -> Compatibility.of(codec, version.schema))
    older.findLast((_, compatibility) => compatibility.newReadsOld.nonEmpty) match
      case Some((version, compatibility)) => Outcome.Breaking(name, version.number, next, compatibility)
      case None if isLatest               =>
        Outcome.Locked(name, older.flatMap((_, compatibility) => compatibility.warnings).distinct)
      case None =>
        val added = schemas.add(name, present).history(name).flatMap(_.latest).get
        Outcome.Unlocked(name, added, older.lastOption.map(_._2))
