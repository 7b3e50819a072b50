package brine.entity.crash

import brine.actor.ActorSystem
import brine.entity.Entities
import brine.entity.search.{Ledger, LedgerOracle, Ledgers, Seen}
import brine.journal.Journal
import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.Path
import java.util.SplittableRandom
import java.util.concurrent.TimeUnit
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Kills a process that runs entities, as `kill -9` does, at random moments, in rounds on one journal. After each round
  * every reply must follow from the journal, no command may be there twice, and entities must load what the journal
  * says. Commands with a key that had no reply, and some that had one, are sent again by the next process.
  */
final class EntityCrashRounds(folder: Path, seed: Long):
  import EntityCrashRounds.*

  private val random = SplittableRandom(seed)
  // What processes have printed: the ids that were sent, and the reply to each.
  private val sent    = mutable.LinkedHashSet.empty[Long]
  private val added   = mutable.LinkedHashMap.empty[Long, Reply]
  private val looks   = mutable.ArrayBuffer.empty[(String, Reply)]
  private var resent  = 0
  private var lookups = 0L

  /** Runs the rounds.
    *
    * @return
    *   a line of counts
    * @throws AssertionError
    *   that says what is wrong, and in which round
    */
  def run(rounds: Int): String =
    for round <- 1 to rounds do
      try
        live(round)
        check()
      catch
        case wrong: AssertionError => throw AssertionError(s"round $round of seed $seed: ${wrong.getMessage}", wrong)
    s"$rounds processes killed: ${added.size} commands acknowledged, $lookups queries, $resent sent again, " +
      "0 lost, 0 twice"

  private def live(round: Int): Unit =
    val keyed   = sent.iterator.filter(LedgerProcess.key(_).isDefined)
    val again   = keyed.filter(id => !added.contains(id) || random.nextInt(20) == 0).toVector.takeRight(MostAgain)
    val killAt  = if random.nextInt(8) == 0 then Int.MaxValue else random.nextInt(MostReplies)
    val millis  = if killAt == Int.MaxValue then random.nextInt(1500) else LongestLife
    val process = start(round, again)
    val guard   = Thread.startVirtualThread: () =>
      if !process.waitFor(millis, TimeUnit.MILLISECONDS) then process.toHandle.destroyForcibly(): Unit
    var replies = 0
    try
      Using.resource(BufferedReader(InputStreamReader(process.getInputStream))): lines =>
        var line = lines.readLine()
        while line != null do
          if line.endsWith(";") && hear(line.dropRight(1).split(' ')) then replies += 1
          if replies >= killAt then process.toHandle.destroyForcibly(): Unit
          line = lines.readLine()
    finally
      process.toHandle.destroyForcibly(): Unit
      process.waitFor(): Unit
      guard.join()
    demand(killAt == Int.MaxValue || replies >= killAt, s"the process had $replies replies in two minutes, not $killAt")
    // 137: killed. No process ends by itself.
    demand(process.exitValue == 137, s"the process ended with code ${process.exitValue}")

  private def start(round: Int, again: Vector[Long]): Process =
    val java      = Path.of(sys.props("java.home"), "bin", "java").toString
    val options   = List("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
    val program   = List("-cp", sys.props("java.class.path"), "brine.entity.crash.LedgerProcess")
    val numbers   = List(random.nextLong(), round * 1_000_000L, 1 + random.nextInt(24)).map(_.toString)
    val arguments = folder.toString :: numbers ::: List(again.mkString(","))
    ProcessBuilder((java :: options ::: program ::: arguments).asJava)
      .redirectError(ProcessBuilder.Redirect.INHERIT)
      .start()

  /** Notes a line of a process. Returns whether it is a reply. */
  private def hear(words: Array[String]): Boolean = words match
    case Array("sent", id) =>
      if !sent.add(id.toLong) then resent += 1
      false
    case Array("added", id, size, digest, offset) =>
      val reply = Reply(Seen(size.toInt, digest.toLong), offset.toLong)
      added.put(id.toLong, reply).foreach(first => demand(first == reply, s"$id had the reply $first, and now $reply"))
      true
    case Array("saw", of, size, digest, offset) =>
      looks += LedgerProcess.ledger(of.toLong) -> Reply(Seen(size.toInt, digest.toLong), offset.toLong)
      lookups += 1
      true
    case other => throw AssertionError(other.mkString(" "))

  private def check(): Unit =
    val log = Journal.open(folder, LedgerProcess.settings)
    try
      val oracle = LedgerOracle(log, seed)
      val stored =
        Vector.tabulate(LedgerProcess.LedgerCount)(at => s"l$at").map(name => name -> oracle.stored(name)).toMap
      val seen = stored.map((name, events) => name -> seenBy(name, events.map(_._1)))
      def follows(ledger: String, reply: Reply, what: => String): Unit =
        val known  = seen(ledger)
        val size   = reply.seen.size
        val offset = if size == 0 then 0 else stored(ledger).lift(size - 1).fold(-1L)(_._2)
        demand(known.lift(size).contains(reply.seen) && offset == reply.offset, s"$what, $reply, does not follow")
      added.foreach: (id, reply) =>
        val ledger = LedgerProcess.ledger(id)
        follows(ledger, reply, s"the reply to $id")
        demand(stored(ledger)(reply.seen.size - 1)._1 == id, s"$id was acknowledged and is not there: $reply")
      looks.foreach((ledger, reply) => follows(ledger, reply, s"what was seen of $ledger"))
      looks.clear()
      checkLoaded(log, seen)
    finally log.close()

  /** What the ledger was after each of its events; the first one is what it is without any. */
  private def seenBy(ledger: String, ids: Vector[Long]): Vector[Seen] =
    demand(ids.distinct.size == ids.size, s"$ledger has an event twice: ${ids.diff(ids.distinct)}")
    // As Seen.of computes it, which would take as many steps for each prefix as it has.
    ids.scanLeft(Seen.of(Vector.empty))((before, id) => Seen(before.size + 1, before.digest * 31 + id))

  private def checkLoaded(log: Journal, seen: Map[String, Vector[Seen]]): Unit =
    val system = ActorSystem()
    try
      val entities = Entities.open(log, system)(Ledgers)
      seen.foreach: (ledger, states) =>
        val loaded = entities(ledger).ask(Ledger.Look)
        demand(loaded == states.last, s"$ledger is loaded as $loaded, and its events say ${states.last}")
      entities.close()
    finally system.shutdown(): Unit

private object EntityCrashRounds:
  private val MostReplies = 1500
  private val MostAgain   = 500
  private val LongestLife = 120_000

  /** A reply, and the offset of its answer. */
  final case class Reply(seen: Seen, offset: Long)

  def demand(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)
