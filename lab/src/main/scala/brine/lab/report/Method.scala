package brine.lab.report

import brine.lab.page.{Numbers, PageContext}
import brine.lab.results.{Cell, Results}
import scalatags.Text.all.*

/** The description of the method. */
object Method:
  def text(page: PageContext): Frag =
    val run = page.results
    frag(
      p(
        "Each library runs in its own child JVMs, on its own class path. Every case is written, ",
        "read back and compared before anything is timed; a case that fails is a row with its status, not a gap."
      ),
      if isInTurns(run) then inTurns(run) else frag(if timesCodecs(run) then byJmh(run) else frag(), alone(run)),
      p(
        "Sizes: raw is the sum over values; gzip is the JDK's at its default level, each value on its own, summed; ",
        "gzip all and zstd all (level 3) compress one stream of a 4-byte count, then a 4-byte length and the bytes of ",
        "each value. Formats whose reader is told the type (trait told-type) store no event type and are smaller for ",
        "it."
      ),
      p(
        "Memory and collector of the children: ",
        code(run.environment.value.get("flags").fold("")(ujson.write(_))),
        ". ",
        run.text("heapNote")
      )
    )

  private def isInTurns(run: Results): Boolean =
    run.measured.exists(cell => cell.turns.nonEmpty && isOfCodec(cell))

  private def timesCodecs(run: Results): Boolean = run.measured.exists(isOfCodec)

  private def isOfCodec(cell: Cell) = cell.op == "encode" || cell.op == "decode"

  /** How codecs are timed when their JVMs take turns. */
  private def inTurns(run: Results): Frag =
    val turns                = run.environment.value.get("turns").flatMap(_.objOpt)
    def field(name: String)  = turns.flatMap(_.get(name)).flatMap(_.numOpt).fold("?")(Numbers.whole(_))
    def option(name: String) = turns.flatMap(_.get(name)).flatMap(_.strOpt).getOrElse("")
    frag(
      p(
        "Codecs take turns: the JVMs of all contenders of a study, and second ones of Brine and of its strongest rival as ",
        s"controls, are alive at the same time. Each case is warmed until the processor time of an operation no longer falls, for ",
        s"at least ${field("leastWarmUp")} ms and at most ${field("mostWarmUp")} ms. A case that still falls then is ",
        s"unsettled and has no time. In each of ${field("rounds")} rounds, in a new random order, every library works ",
        s"for ${field("millis")} ms on each case. Then all results are checked once more. A start of all these JVMs is ",
        s"repeated at least ${field("starts")} times, and more often for first places that are undecided. The JVMs run ",
        "with ",
        code(option("flags")),
        "."
      ),
      p(
        "Libraries are compared by the ratios of their turns in the same rounds, which share the machine's phases: the ",
        "median within a start, the geometric mean over starts, with a 95 % bootstrap interval over starts and rounds ",
        "(2000 resamples, fixed seed). How much controls differ from their own library is the noise band. Times in ",
        "nanoseconds are those of the calmest quarter of the rounds, and are of this machine. Processor time is the ",
        "benchmark thread's own; allocation is what that thread allocated per operation. Programs and start-ups are ",
        "measured alone, one child JVM at a time, in random order; logs also take turns, as their section says."
      )
    )

  /** How codecs are timed one after the other. */
  private def byJmh(run: Results): Frag =
    p(
      "Times of the site study and of one event come from JMH 1.37, average time, one thread, run inside the child ",
      "with every cell warmed up ",
      s"(${run.text("warmUp")} of processor time each, in turns) before any is measured (${run.text("measure")}), ",
      "through the same compiled methods; the value of a child is the median of its iterations. ",
      "Mode full starts a child for every case and round. Processor time is the benchmark thread's own; it excludes ",
      "collector and compiler threads. Allocation is what the benchmark's thread allocated per operation."
    )

  /** What is measured one library after the other. */
  private def alone(run: Results): Frag =
    val others = run.measured.exists(_.turns.nonEmpty)
    p(
      "Libraries run in a new random order in each round. The replicate is the child JVM: a table shows the median ",
      "over children, with a 95 % percentile-bootstrap interval (2000 resamples, fixed seed) from four children up, ",
      "the range below that. Comparisons are ratios within a round. One library runs twice as a control; how much ",
      "it differs from itself is the noise band. Outlying children (Tukey's fences) are marked ° and kept.",
      if others then " What libraries measure in turns, and how it is compared, is told in the section of its study."
      else ""
    )
