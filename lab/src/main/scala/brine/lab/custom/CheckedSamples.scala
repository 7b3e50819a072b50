package brine.lab.custom

import brine.lab.child.{Cancellation, Child}
import brine.lab.failure.Refusal
import brine.lab.plan.Heaps
import brine.lab.run.Machine
import brine.lab.sample.SampleCheck
import java.io.File
import java.nio.file.Path
import scala.concurrent.duration.*

/** Makes the samples once, in a JVM of their own with the heap of those that measure. So every library has values, and
  * bad samples are refused before minutes are spent on them.
  */
private[custom] object CheckedSamples:
  /** Longest time that making the samples may take. */
  private val limit = 60.seconds

  /** Checks.
    *
    * @param options
    *   options of the JVM that tell where files of samples are
    * @throws brine.lab.failure.Refusal
    *   if there are no values, with the reason
    */
  def check(
      types: UserTypes,
      source: Path,
      java: Path,
      options: List[String],
      logs: Path,
      cancellation: Cancellation,
      limit: FiniteDuration = limit
  ): Unit =
    val path    = (types.classes :: ScalaCompiler.sample :: ScalaCompiler.library).mkString(File.pathSeparator)
    val heap    = Heaps.forMemory(Machine.memory).micro
    val log     = logs.resolve("samples.log")
    val command = java.toString :: heap ++ options ++ List("-cp", path, UserTypes.checker)
    var answer  = Option.empty[String]
    val outcome = Child.run(command, log, limit, limit, cancellation): (line, _) =>
      if line.startsWith(SampleCheck.mark) then answer = Some(line.stripPrefix(SampleCheck.mark))

    def refuse(why: String) = throw Refusal(s"$source: $why")
    (outcome.end, answer) match
      case (Child.End.Cancelled, _)                      => ()
      case (_, Some(found)) if found == SampleCheck.fine => ()
      case (_, Some(problem))                            => refuse(problem)
      case (Child.End.TimedOut, None)                    =>
        refuse(s"making `samples` took longer than ${limit.toSeconds} seconds")
      case (Child.End.Exited(code), None) =>
        refuse(s"making `samples` ended the process with code $code; its errors are in $log")
