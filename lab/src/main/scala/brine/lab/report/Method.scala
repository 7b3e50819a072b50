package brine.lab.report

import brine.lab.page.PageContext
import scalatags.Text.all.*

/** The description of the method. */
object Method:
  def text(page: PageContext): Frag =
    val run = page.results
    frag(
      p(
        "Each library runs in its own child JVMs, on its own class path, one child at a time. Every case is written, ",
        "read back and compared before anything is timed; a case that fails is a row with its status, not a gap."
      ),
      p(
        "Times of the site study and of one event come from JMH 1.37, average time, one thread, run inside the child ",
        "with every cell warmed up ",
        s"(${run.text("warmUp")} of processor time each, in turns) before any is measured (${run.text("measure")}), through the same compiled methods; the value of a child is the median of its iterations. ",
        "Mode full starts a child for every case and round. Processor time is the benchmark thread's own; it excludes ",
        "collector and compiler threads. Allocation is what the benchmark's thread allocated per operation."
      ),
      p(
        "Libraries run in a new random order in each round. The replicate is the child JVM: a table shows the median ",
        "over children, with a 95 % percentile-bootstrap interval (2000 resamples, fixed seed) from four children up, ",
        "the range below that. Comparisons are ratios within a round. One library runs twice as a control; how much ",
        "it differs from itself is the noise band. Outlying children (Tukey's fences) are marked ° and kept."
      ),
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
