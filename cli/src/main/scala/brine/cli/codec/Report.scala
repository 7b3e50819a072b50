package brine.cli.codec

import brine.commandline.{CommandLine, Options as CommandLineOptions}
import brine.codec.DecodeError
import brine.codec.inspect.internal.Escaped

/** How the codec commands end: exit codes, and errors of one line each. */
private[codec] object Report:
  /** Reports bad arguments and what to do; otherwise returns the exit code. */
  def orComplain(result: Either[String, Int]): Int =
    result.fold(problem => CommandLine.complain(oneLine(problem)), identity)

  /** Prints decoding errors on standard error, one line each; returns 1 if there is one, else 0. */
  def errors(errors: Seq[(String, DecodeError)]): Int =
    errors.foreach((name, error) => Console.err.println(s"brine: $name: ${oneLine(error.getMessage)}"))
    if errors.isEmpty then 0 else 1

  /** The only file name, or what to do. */
  def one(left: Seq[String], command: String): Either[String, String] = files(left).flatMap:
    case Seq(name) => Right(name)
    case Seq()     => Left(s"$command takes a file; name one, or - for the standard input")
    case several   => Left(s"$command takes one file, not ${several.size}")

  /** The names if none of them is an option. */
  def files(left: Seq[String]): Either[String, Seq[String]] = CommandLineOptions.names(left)

  def toJson(error: DecodeError): ujson.Obj =
    ujson.Obj("problem" -> error.problem, "offset" -> error.offset, "path" -> error.path)

  /** A text on one line, with nothing that commands a terminal: names come from schemas, which may be untrusted. */
  def oneLine(text: String): String = Escaped.clipped(text, LongestLine)

  private val LongestLine = 2000

  /** JSON in ASCII, for the same reason. */
  def json(value: ujson.Value): String = ujson.write(value, escapeUnicode = true)
