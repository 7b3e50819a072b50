package brine.cli.codec

import brine.commandline.CommandLine
import brine.codec.Compatibility.Verdict
import brine.codec.Schema.Type
import brine.codec.Schemas.History
import brine.codec.{Schema, Schemas}
import java.nio.file.Path
import mainargs.{arg, main, Flag, ParserForClass}

/** `brine codec check`: what a change of the locked types means for readers and writers. */
private[codec] object CheckTask extends CodecTask:
  val name: String    = "check"
  val summary: String = "checks whether two versions of types read each other's data"

  /** Runs the check.
    *
    * @return
    *   the exit code: 1 if a change is breaking
    */
  def run(arguments: List[String]): Int =
    CommandLine.parse(ParserForClass[Arguments], asPaths(arguments)): parsed =>
      val verdicts =
        for
          old     <- SchemasFile.read(Path.of(parsed.oldFile))
          now     <- SchemasFile.read(Path.of(parsed.newFile))
          between <- compare(old, now, parsed.`type`)
        yield between
      verdicts match
        case Left(problem)   => Report.orComplain(Left(problem))
        case Right(verdicts) => report(verdicts, parsed)

  // After -- are names of files, which do not look like options if they are paths.
  private def asPaths(arguments: List[String]): List[String] =
    val (options, names) = arguments.span(_ != "--")
    options ++ names.drop(1).map(name => if name.startsWith("-") then s"./$name" else name)

  private def report(verdicts: Vector[TypeVerdict], parsed: Arguments): Int =
    val worst = verdicts.flatMap(_.verdict).maxByOption(_.ordinal).getOrElse(Verdict.Compatible)
    if parsed.json.value then
      println(Report.json(ujson.Obj("verdict" -> worst.words, "types" -> ujson.Arr.from(verdicts.map(_.toJson)))))
    else
      verdicts.flatMap(_.lines).foreach(println)
      println(worst.words)
    if worst == Verdict.Breaking || parsed.strict.value && !verdicts.forall(_.isClean) then 1 else 0

  /** Compares the types of both files, with a verdict for each. */
  private[codec] def compare(old: Schemas, now: Schemas, name: Option[String]): Either[String, Vector[TypeVerdict]] =
    (single(old), single(now)) match
      case (Some(old), Some(now)) => Right(Vector(TypeVerdict.of(nameOf(now), old, now)))
      case (None, Some(schema))   =>
        chosen(old, schema, name).map(history =>
          history.versions
            .filter(_.number >= from(history))
            .map(version => TypeVerdict.of(s"${history.name}, version ${version.number}", version.schema, schema))
        )
      case (Some(schema), None) =>
        chosen(now, schema, name).flatMap(history =>
          history.latest
            .toRight(s"${history.name} has no version to compare with")
            .map(version => Vector(TypeVerdict.of(history.name, schema, version.schema)))
        )
      case (None, None) =>
        val unknown = name.filter(name => old.history(name).isEmpty && now.history(name).isEmpty)
        if unknown.nonEmpty then Left(s"there is no type ${unknown.get} in these lock files")
        else
          val known = old.types.map(history => TypeVerdict.of(history, now.history(history.name)))
          val added =
            now.types.filter(history => old.history(history.name).isEmpty).map(of => TypeVerdict(of.name, None))
          Right((known ++ added).filter(of => name.forall(_ == of.name)))

  private def from(history: History): Int = history.latest.fold(1)(_.readsFrom)

  // A file of a single schema has no history.
  private def single(schemas: Schemas): Option[Schema] = if schemas.types.isEmpty then schemas.all.headOption else None

  private def chosen(lock: Schemas, schema: Schema, name: Option[String]): Either[String, History] =
    val wanted = name.getOrElse(nameOf(schema))
    lock.history(wanted).orElse(if name.isEmpty && lock.types.sizeIs == 1 then lock.types.headOption else None) match
      case Some(history) => Right(history)
      case None          =>
        Left(s"the lock file has no type $wanted; name one with --type: ${lock.types.map(_.name).mkString(", ")}")

  private def nameOf(schema: Schema): String = schema.root match
    case Type.Named(index)        => schema.definitions(index).name
    case Type.Wrapped(name, _, _) => name
    case _                        => schema.toString.linesIterator.next()

  @main(
    name = "brine codec check",
    doc = "Compares every type of two lock files, or of a lock file and the canonical bytes of a schema: compatible, " +
      "readers first (deploy readers before writers) or breaking. Schemas do not contain defaults, former names and " +
      "migrations, so a change that needs one looks breaking; the tests with the lock file (SchemaLockSuite) verify " +
      "the program itself. The exit code is 1 if a change is breaking."
  )
  private[codec] final case class Arguments(
      @arg(positional = true, name = "old", doc = "a lock file, or the canonical bytes of a schema") oldFile: String,
      @arg(positional = true, name = "new", doc = "the same after the change") newFile: String,
      @arg(doc = "the exit code is 0 only if everything is compatible, without warnings") strict: Flag = Flag(),
      @arg(doc = "the type of the lock file to compare; all, or that of the schema, by default") `type`: Option[
        String
      ] = None,
      @arg(doc = "one JSON object on standard output instead of text") json: Flag = Flag()
  )
