package brine.journal.testkit

import brine.journal.testkit.internal.Acknowledged
import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.{Files, Path}
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Kills a process that writes a journal, as `kill -9` does, at random moments, in rounds on the same folder. After
  * each round [[CrashCheck]] checks the journal.
  *
  * `./brine test --crash 1000` runs it. Arguments: `--rounds N`, `--seed N`, `--folder DIR` (by default a temporary
  * one). After a failure the folder is kept.
  */
object CrashRounds:
  /** Rounds per journal: enough for many segments, few enough to read all of it each time. */
  private val RoundsOfFolder = 20
  private val Writers        = 8

  def main(arguments: Array[String]): Unit =
    val options = arguments.grouped(2).collect { case Array(name, value) => name -> value }.toMap
    val rounds  = options.getOrElse("--rounds", "20").toInt
    val seed    = options.get("--seed").fold(System.nanoTime)(_.toLong)
    val folder  = options.get("--folder").fold(Files.createTempDirectory("brine-crash"))(Path.of(_))
    println(s"$rounds rounds in $folder, seed $seed")
    try
      val result = run(rounds, seed, folder): (round, said) =>
        if round % 10 == 0 || round == rounds then println(said)
      println(result)
    catch
      case wrong: AssertionError =>
        Console.err.println(wrong.getMessage)
        sys.exit(1)

  /** Runs the rounds.
    *
    * @param progress
    *   called after each round with its number and a line about it
    * @return
    *   a line of counts
    * @throws AssertionError
    *   that says what is wrong, in which round, with which seed and where
    */
  private[testkit] def run(rounds: Int, seed: Long, folder: Path)(progress: (Int, String) => Unit): String =
    val random = SplittableRandom(seed)
    var acks   = 0L
    var events = 0L
    var found  = CrashCheck.nothing
    val known  = Acknowledged()
    for round <- 1 to rounds do
      val journal = folder.resolve(s"journal-${(round - 1) / RoundsOfFolder}")
      if (round - 1) % RoundsOfFolder == 0 then
        known.clear()
        found = CrashCheck.nothing
      val moment = random.nextInt(8) match
        case 0 => Moment.After(random.nextInt(400)) // while the JVM starts, opens and recovers
        case 1 => Moment.Acknowledgements(0)
        case _ => Moment.Acknowledgements(random.nextInt(4000))
      try
        val before = known.count
        killed(journal, random.nextLong(), moment, known)
        val now = CrashCheck.check(journal, known, power = false, found)
        acks += known.count - before
        events += now.records - found.records
        found = now
      catch
        case wrong: AssertionError =>
          throw AssertionError(s"round $round of seed $seed, $moment, in $journal: ${wrong.getMessage}", wrong)
      progress(round, s"round $round: $acks appends acknowledged, $events events found, nothing wrong")
      if round % RoundsOfFolder == 0 then delete(journal)
    s"$rounds rounds: $acks appends acknowledged, $events events found, 0 lost, 0 changed, 0 twice"

  private enum Moment:
    case After(milliseconds: Int)
    case Acknowledgements(count: Int)

  /** Starts a writer, reads its lines, kills it at the given moment, and reads the rest. */
  private def killed(journal: Path, seed: Long, moment: Moment, known: Acknowledged): Unit =
    val java      = Path.of(sys.props("java.home"), "bin", "java").toString
    val options   = List("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
    val arguments = List(journal.toString, seed.toString, Writers.toString)
    val program   = List("-cp", sys.props("java.class.path"), "brine.journal.testkit.CrashWriter")
    val process   = ProcessBuilder((java :: options ::: program ::: arguments).asJava)
      .redirectError(ProcessBuilder.Redirect.INHERIT)
      .start()
    val begun = known.count
    // A writer that hangs is killed too, and fails the check of its number of acknowledgements.
    val guard = Thread.startVirtualThread: () =>
      val limit = moment match
        case Moment.After(milliseconds) => milliseconds.toLong
        case Moment.Acknowledgements(_) => 120_000L
      if !process.waitFor(limit, TimeUnit.MILLISECONDS) then process.toHandle.destroyForcibly(): Unit
    try
      Using.resource(BufferedReader(InputStreamReader(process.getInputStream))): lines =>
        var open = true
        while open do
          val line = lines.readLine()
          if line == null then open = false
          else if line.startsWith("failed") then throw AssertionError(s"an append failed: $line")
          else
            known.add(line)
            moment match
              case Moment.Acknowledgements(count) if known.count - begun >= count =>
                process.toHandle.destroyForcibly(): Unit
              case _ => ()
    finally
      process.toHandle.destroyForcibly(): Unit
      process.waitFor(): Unit
      guard.join()
    moment match
      case Moment.Acknowledgements(count) if known.count - begun < count =>
        throw AssertionError(s"the writer acknowledged ${known.count - begun} appends within two minutes, not $count")
      case _ => ()
    // 137: killed. No writer ends by itself.
    if process.exitValue != 137 then throw AssertionError(s"the writer ended with code ${process.exitValue}")

  private def delete(folder: Path): Unit =
    if Files.exists(folder) then
      Using.resource(Files.walk(folder))(_.iterator.asScala.toVector.reverse.foreach(Files.delete))
