package brine.codec.testkit

import brine.codec.testkit.SchemaLock.Outcome
import brine.codec.testkit.internal.LockFile
import brine.codec.{Codec, Compatibility, Schemas, SchemasError}

/** The lock file of a program: whether its types are in it as they are now, and still read all that was locked before.
  *
  * @param path
  *   from the folder in which the tests run, or from one above; in JavaScript Node.js reads it
  */
final class SchemaLock(path: String):
  /** What the file holds; nothing if there is none yet. */
  def read: Either[SchemasError, Schemas] = LockFile.read(path).fold(Right(Schemas.none))(Schemas.parse)

  /** Compares a type with its history. */
  def check(name: String, codec: Codec[?]): Outcome =
    read.fold(Outcome.Unreadable(path, _), SchemaLock.judge(_, name, codec))

  /** Adds the type's present version to the file, unless it is there, or breaks what was locked.
    *
    * @return
    *   what it was before: [[Outcome.Unlocked]] if it was added
    * @throws java.io.IOException
    *   if the file cannot be written, on the JVM
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
  /** What was found about a type. */
  enum Outcome:
    /** Its last version in the file is the present one, and it reads all that it has to.
      *
      * @param warnings
      *   values of older versions that it cannot read, because their case is gone
      */
    case Locked(name: String, warnings: Vector[Compatibility.Finding])

    /** It is not in the file as it is now, but could be.
      *
      * @param version
      *   what has to be added
      * @param compatibility
      *   with the last version of the file, if there is one
      */
    case Unlocked(name: String, version: Schemas.Version, compatibility: Option[Compatibility])

    /** It cannot read the data of a version of the file.
      *
      * @param number
      *   the version's
      * @param next
      *   the number that its present version has or would have
      */
    case Breaking(name: String, number: Int, next: Int, compatibility: Compatibility)

    /** The file is none, or was edited. */
    case Unreadable(path: String, error: SchemasError)

    /** Whether nothing has to be done. */
    def isLocked: Boolean = this match
      case _: Locked => true
      case _         => false

    /** What to tell people. */
    def message: String = this match
      case Locked(name, warnings) =>
        (s"$name is locked" +: warnings.map(finding => s"  it cannot read all old data: $finding")).mkString("\n")
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
           |If no data of version $number are left, nor of those before it, write `reads from ${number + 1}` at the end of the line of version $next.""".stripMargin
      case Unreadable(path, error) => s"$path: ${error.getMessage}"

  /** What to tell people of what was added. */
  private[testkit] def added(outcome: Outcome): Option[String] = outcome match
    case Outcome.Unlocked(name, version, compatibility) =>
      Some(s"version ${version.number} of $name is locked now${compatibility.fold("")(c => s", which is $c")}")
    case _ => None

  /** How tests are told to add what is not locked. */
  final val Update = "the environment variable BRINE_SCHEMAS=update, on the JVM also -Dbrine.schemas=update,"

  /** Compares a type with its history. */
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
