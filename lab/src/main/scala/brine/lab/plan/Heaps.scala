package brine.lab.plan

/** Memory and collector options of the children; the results file records them.
  *
  * @param untimed
  *   of children that measure bytes alone, several at a time
  * @param lowered
  *   why the heap of a study is smaller than specified; empty if none is
  */
final case class Heaps(
    evactor: List[String],
    micro: List[String],
    startUp: List[String],
    lowered: String,
    actors: List[String] = Nil,
    log: List[String] = Nil,
    untimed: List[String] = Nil
)

object Heaps:
  private val mebibyte = 1024L * 1024

  /** Where nothing is timed, as in a smoke run, the fast compiler suffices and leaves more of the machine to the work.
    */
  private val quickCompiler = "-XX:TieredStopAtLevel=1"

  /** The published evactor heap (1.5 to 4 GB, Parallel collector), smaller on machines with less than 6 GiB of memory.
    * For actors 4 to 6 GB, because ten million messages may wait at a time.
    */
  def forMemory(bytes: Long, mode: Mode = Mode.Quick): Heaps =
    val compiler      = if mode == Mode.Smoke then List(quickCompiler) else Nil
    val publishedMost = 4096L
    val fits          = (bytes / mebibyte * 2 / 3).max(256)
    val most          = publishedMost.min(fits)
    val least         = 1536L.min(most)
    val micro         = 2048L.min(fits)
    val mostActors    = 6144L.min(fits)
    Heaps(
      List(s"-Xms${least}M", s"-Xmx${most}M", "-Xss2M", "-XX:+UseParallelGC") ++ compiler,
      List(s"-Xms${micro / 2}M", s"-Xmx${micro}M", "-XX:+UseG1GC") ++ compiler,
      List("-Xmx512M", "-XX:+UseSerialGC") ++ compiler,
      List(
        Option.when(most < publishedMost)(
          s"evactor's heap is $most MB here instead of the published $publishedMost MB"
        ),
        Option.when(mostActors < 6144)(s"the heap for actors is $mostActors MB instead of 6144 MB")
      ).flatten match
        case Nil   => ""
        case lower => lower.mkString(", ") + ": the machine has too little memory"
      ,
      List(s"-Xms${4096L.min(mostActors)}M", s"-Xmx${mostActors}M", "-XX:+UseG1GC") ++ compiler,
      List(s"-Xms${micro / 2}M", s"-Xmx${micro}M", "-XX:+UseG1GC") ++ compiler,
      List(s"-Xmx${micro / 2}M", "-XX:+UseSerialGC", quickCompiler)
    )
