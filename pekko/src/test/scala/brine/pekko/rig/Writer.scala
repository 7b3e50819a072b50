package brine.pekko.rig

import java.io.IOException
import java.net.InetSocketAddress
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLong
import java.util.UUID
import scala.collection.mutable

/** A client that sends commands to an entity one after the other, each with a key of its own. It sends a command again
  * until it has an outcome, to whatever node answers: it prefers one, and leaves out those that have not answered for
  * two seconds.
  *
  * @param nodes
  *   the nodes that clients know
  * @param marks
  *   whether to use the command that only the new version has, too
  */
final class Writer(
    entity: String,
    client: Int,
    nodes: () => Vector[InetSocketAddress],
    marks: () => Boolean,
    done: ConcurrentLinkedQueue[Acknowledged],
    again: AtomicLong
):
  import Writer.*

  private val avoided                           = mutable.HashMap.empty[InetSocketAddress, Long]
  private var connection                        = Option.empty[(InetSocketAddress, NodeConnection)]
  @volatile private var stops                   = false
  @volatile private var problem: Option[String] = None
  @volatile private var reason: Option[String]  = None

  private val thread = Thread.ofVirtual.unstarted(() => run())

  def start(): Unit = thread.start()

  /** What cannot be, and has ended it. */
  def wrong: Option[String] = problem

  /** Why it sends its command again. */
  def saying: Option[String] = reason

  /** Lets it end after the command that it has begun; join it then. */
  def stop(): Unit = stops = true

  /** Waits for its end, and says what was wrong. */
  def join(): Option[String] =
    thread.join()
    problem

  private def run(): Unit =
    try
      var number = 0L
      while !stops && problem.isEmpty do
        number += 1
        send(number)
        Thread.sleep(PauseMillis)
    catch case failed: Throwable => problem = Some(s"client $client failed: $failed")
    finally connection.foreach(_._2.close())

  private def send(number: Long): Unit =
    val word   = if marks() && number % 5 == 0 then "mark" else "add"
    val line   = s"$word $entity $client $number ${UUID.randomUUID()}"
    val until  = System.nanoTime + GivesUpNanos
    var isOver = false
    while !isOver do
      attempt(line) match
        case List("ok", version) =>
          done.add(Acknowledged(entity, client, number, version.toLong, System.nanoTime)): Unit
          reason = None
          isOver = true
        case "no" :: kind :: why if Retried(kind) => retry(until, s"$kind ${why.mkString(" ")}")
        case other                                =>
          problem = Some(s"$line: ${other.mkString(" ")}")
          isOver = true

  private def attempt(line: String): List[String] =
    try connected().ask(line)
    catch
      case failed: IOException =>
        leave()
        List("no", "NoAnswer", failed.toString)

  private def retry(until: Long, what: String): Unit =
    if System.nanoTime > until then throw AssertionError(s"no outcome for ${GivesUpNanos / 1_000_000_000} s: $what")
    reason = Some(what)
    again.incrementAndGet(): Unit
    Thread.sleep(PauseMillis)

  private def connected(): NodeConnection = connection match
    case Some((_, open)) => open
    case None            =>
      val known   = nodes()
      val turn    = known.indices.map(step => known((client + step) % known.size))
      val now     = System.nanoTime
      val address = turn.find(one => avoided.get(one).forall(now - _ > AvoidedNanos)).getOrElse(turn.head)
      try
        val open = NodeConnection(address, AnswerMillis)
        connection = Some(address -> open)
        open
      catch
        case failed: IOException =>
          avoided(address) = now
          throw failed

  private def leave(): Unit =
    connection.foreach: (address, open) =>
      avoided(address) = System.nanoTime
      open.close()
    connection = None

object Writer:
  /** Between two commands, and before one is sent again. */
  val PauseMillis: Long = 50

  /** Without an answer for so long, a client asks another node. */
  val AnswerMillis: Int = 1_000

  private val AvoidedNanos = 2_000_000_000L
  private val GivesUpNanos = 400_000_000_000L

  /** Errors after which the same command with the same key may succeed. */
  private val Retried = Set(
    "NoAnswer",
    "Closed",
    "Unavailable",
    "HistoryUnavailable",
    "ReplyUnavailable",
    "OutcomeUnknown",
    "TimedOut",
    "Overloaded",
    "Busy",
    "Conflicting"
  )
