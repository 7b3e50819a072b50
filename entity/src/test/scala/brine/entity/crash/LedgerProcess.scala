package brine.entity.crash

import brine.actor.ActorSystem
import brine.entity.search.{Ledger, Ledgers, Seen}
import brine.entity.{Answer, Entities, EntityException, EntitySettings}
import brine.journal.{Journal, JournalSettings}
import java.nio.file.Path
import java.util.UUID
import java.util.SplittableRandom
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicLong
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}
import scala.util.control.NonFatal

/** The process that [[EntityCrashRounds]] kills. Its callers send commands to ledgers until it is killed, and some that
  * an earlier process has left without a reply.
  *
  * It prints a line before it sends a command, and one for each reply. Each ends with a semicolon, because the last one
  * may be cut. Arguments: folder of the journal, seed, first id, number of callers, and the ids to send again, joined
  * by commas.
  */
object LedgerProcess:
  /** Number of ledgers. */
  val LedgerCount = 8

  val settings: JournalSettings = JournalSettings(segmentSize = 1 << 18, firstSegmentSize = 1 << 16)

  def ledger(id: Long): String = s"l${id % LedgerCount}"

  /** The key of a command: every second one has one. */
  def key(id: Long): Option[UUID] = Option.when(id % 2 == 0)(UUID(id * 0x9e3779b97f4a7c15L, id))

  def main(arguments: Array[String]): Unit =
    val Array(folder, seed, first, callers, again) = arguments
    val log                                        = Journal.open(Path.of(folder), settings)
    val entities                                   =
      Entities.open(log, ActorSystem(), EntitySettings.defaults.withMaxInMemory(3).withAuditOneIn(2))(Ledgers)
    val left = ConcurrentLinkedQueue[java.lang.Long]()
    again.split(',').filter(_.nonEmpty).foreach(id => left.add(id.toLong))
    val process = LedgerProcess(entities, left, AtomicLong(first.toLong))
    val random  = SplittableRandom(seed.toLong)
    val threads = Vector.fill(callers.toInt):
      val own = random.split()
      Thread.ofVirtual.start(() => process.call(own))
    threads.foreach(_.join())

private final class LedgerProcess(
    entities: Entities[Ledger],
    left: ConcurrentLinkedQueue[java.lang.Long],
    next: AtomicLong
):
  import LedgerProcess.*

  /** Sends commands for ever. */
  def call(random: SplittableRandom): Unit =
    while true do
      try
        if random.nextInt(4) == 0 then look(random)
        else
          val ids     = Vector.fill(if random.nextBoolean() then 1 else 1 + random.nextInt(8))(take(random))
          val replies = ids.map(send)
          ids.zip(replies).foreach((id, reply) => say("added", id, Await.result(reply, 60.seconds)))
      catch
        case failed: EntityException => print(s"failed ${failed.getMessage}")
        case NonFatal(failed)        => print(s"failed $failed")

  private def take(random: SplittableRandom): Long =
    val old = if random.nextBoolean() then left.poll() else null
    if old != null then old.longValue else next.incrementAndGet()

  private def send(id: Long): Future[Answer[Seen]] =
    print(s"sent $id")
    entities(ledger(id)).answerAsync(Ledger.Add(id), key(id))

  private def look(random: SplittableRandom): Unit =
    val of = random.nextLong(LedgerCount)
    say("saw", of, entities(ledger(of)).answer(Ledger.Look))

  private def say(what: String, id: Long, answer: Answer[Seen]): Unit =
    print(s"$what $id ${answer.value.size} ${answer.value.digest} ${answer.offset.sequence}")

  private def print(line: String): Unit = System.out.synchronized:
    System.out.print(s"${line.replace('\n', ' ')};\n")
    System.out.flush()
