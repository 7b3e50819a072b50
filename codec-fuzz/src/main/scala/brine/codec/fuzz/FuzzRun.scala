package brine.codec.fuzz

import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** How a run of the fuzzer ended.
  *
  * @param executed
  *   number of inputs tried
  * @param finding
  *   file with the input that made a reader break a promise
  * @param exitCode
  *   exit code of the fuzzer's process
  * @param lastLines
  *   the last lines the fuzzer printed
  */
final case class FuzzRun(executed: Long, finding: Option[Path], exitCode: Int, lastLines: List[String]):
  def isSound: Boolean = exitCode == 0 && finding.isEmpty

object FuzzRun:
  /** When to stop, whichever comes first.
    *
    * @param runs
    *   number of inputs; 0 for no limit
    * @param seconds
    *   duration in seconds; 0 for no limit
    * @param seed
    *   random seed
    */
  final case class Effort(runs: Long, seconds: Long, seed: Int)

  // Done 20000 runs in 5 second(s)
  private val Done = """Done (\d+) runs in .*""".r
  // #4096	NEW    cov: 1224 ft: 3303
  private val Step  = """#(\d+)\s+.*""".r
  private val Found = """.*Test unit written to (\S+)""".r

  /** An input that takes longer than this, in seconds, is a finding. */
  private val SecondsPerInput = 20
  private val FewRuns         = 20000L

  /** Runs the fuzzer on a target in its own JVM. It starts from the target's seeds and from `folder/corpus`, and adds
    * inputs that reach new code to that corpus. Calls `show` with each line the fuzzer prints.
    */
  def start(target: FuzzTarget, effort: Effort, folder: Path)(show: String => Unit): FuzzRun =
    val corpus = Files.createDirectories(folder.resolve("corpus"))
    val seeds  = Files.createDirectories(folder.resolve("seeds"))
    target.seeds.zipWithIndex.foreach((seed, i) => Files.write(seeds.resolve(s"seed-$i"), seed))
    val process = ProcessBuilder(command(target, effort, folder, List(corpus, seeds))*)
      .directory(folder.toFile)
      .redirectErrorStream(true)
      .start()
    process.getOutputStream.close()
    val output              = BufferedReader(InputStreamReader(process.getInputStream, UTF_8))
    var executed            = 0L
    var found: Option[Path] = None
    var last                = Vector.empty[String]
    Iterator
      .continually(output.readLine)
      .takeWhile(_ != null)
      .foreach: line =>
        line match
          case Done(count) => executed = count.toLong
          case Step(count) => executed = math.max(executed, count.toLong)
          case Found(file) => found = Some(folder.resolve(file).normalize)
          case _           => ()
        last = (last :+ line).takeRight(60)
        show(line)
    FuzzRun(executed, found, process.waitFor, last.toList)

  private def command(target: FuzzTarget, effort: Effort, folder: Path, inputs: List[Path]): List[String] =
    val java   = Path.of(sys.props("java.home"), "bin", "java").toString
    val access = if Runtime.version.feature >= 24 then List("--sun-misc-unsafe-memory-access=allow") else Nil
    // A short run ends before an optimizing compiler pays off.
    val compiler = if effort.runs > 0 && effort.runs <= FewRuns then List("-XX:TieredStopAtLevel=1") else Nil
    List(java, "-Xmx1g", "-XX:+UseSerialGC", "-XX:-OmitStackTraceInFastThrow", "--enable-native-access=ALL-UNNAMED") ++
      access ++ compiler ++
      List("-XX:+EnableDynamicAgentLoading", "-cp", sys.props("java.class.path")) ++
      List("com.code_intelligence.jazzer.Jazzer", "--target_class=brine.codec.fuzz.FuzzEntry") ++
      List(s"--target_args=${target.name}", "--instrumentation_includes=brine.codec.**") ++
      // The targets themselves do not count as coverage. Attacks on programs that run commands or queries are out of
      // scope.
      List("--instrumentation_excludes=brine.codec.fuzz.**", "--custom_hook_includes=brine.codec.**") ++
      List("--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*", "--reproducer_path=" + folder) ++
      List(s"-seed=${effort.seed}", s"-runs=${if effort.runs > 0 then effort.runs else -1}") ++
      List(s"-max_total_time=${effort.seconds}", s"-timeout=$SecondsPerInput", "-max_len=4096", "-rss_limit_mb=0") ++
      List(s"-artifact_prefix=$folder/", "-print_final_stats=1") ++ inputs.map(_.toString)

  /** The inputs stored in a folder, with their file names. */
  def inputs(folder: Path): List[(String, Array[Byte])] =
    if !Files.isDirectory(folder) then Nil
    else
      val listed = Files.list(folder)
      try listed.iterator.asScala.toList.sorted.map(file => file.getFileName.toString -> Files.readAllBytes(file))
      finally listed.close()
