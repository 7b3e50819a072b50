package brine.lab.child

/** Options of every JVM that times code of the harness. */
object HarnessOptions:
  /** Warm-up and JMH's loop call the same compiled code. If it were inlined into that loop, it would be compiled again,
    * by chance a few milliseconds before or after timing starts.
    */
  val oneCompilation = List(
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=dontinline,brine.lab.harness.CaseBenchmark::encode",
    "-XX:CompileCommand=dontinline,brine.lab.harness.CaseBenchmark::decode"
  )
