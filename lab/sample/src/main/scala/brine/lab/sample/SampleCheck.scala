package brine.lab.sample

import java.io.{FileDescriptor, FileOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

/** Looks at the samples of a source, before a library does. Runs in a JVM of its own, because the code that makes them
  * is a person's own.
  */
object SampleCheck:
  /** What stands before the answer; the code may print lines too. */
  val mark = "brine-lab-samples: "

  /** The answer if nothing is wrong. */
  val fine = "fine"

  /** Most values of a source. */
  val most = 1_000_000

  /** Prints [[fine]] or what is wrong, in one line, and ends the process. */
  def run(samples: => Seq[Any]): Unit =
    // The code may have replaced System.out, or printed half a line.
    val out = PrintStream(FileOutputStream(FileDescriptor.out), true, UTF_8)
    out.println("\n" + mark + of(samples).linesIterator.mkString(" "))
    // Threads that the code started must not keep the process.
    Runtime.getRuntime.halt(0)

  /** What is wrong with samples, in words. */
  def of(samples: => Seq[Any]): String =
    try
      val all = samples
      if all == null then "`samples` is null"
      else
        var count    = 0
        var problem  = ""
        val iterator = all.iterator
        while problem.isEmpty && iterator.hasNext do
          if count == most then
            problem = s"`samples` has more than $most values; measure fewer, such as samples.take(1000)"
          else if iterator.next() == null then problem = s"`samples` contains null, at index $count"
          count += 1
        if problem.nonEmpty then problem
        else if count == 0 then "`samples` is empty; add values to measure"
        else fine
    catch case failure: Throwable => thrown(failure)

  private def thrown(failure: Throwable): String =
    val cause = failure match
      case initializer: ExceptionInInitializerError if initializer.getCause != null => initializer.getCause
      case other                                                                    => other
    val frame = cause.getStackTrace.find(frame => !isLibrary(frame.getClassName) && frame.getLineNumber > 0)
    val place = frame.fold("")(frame => s" at ${frame.getFileName}:${frame.getLineNumber}")
    s"making `samples` failed: ${cause.getClass.getSimpleName}: ${cause.getMessage}$place"

  private def isLibrary(className: String) =
    List("brine.", "brinelab.", "scala.", "java.", "jdk.").exists(className.startsWith)
