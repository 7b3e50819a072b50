package brine.entity.search

import brine.entity.*
import java.util.SplittableRandom
import java.util.UUID
import scala.concurrent.duration.*
import scala.concurrent.{Await, Future}
import scala.util.control.NonFatal

/** Sends commands, several at a time, each until its outcome is known or the entities are closed.
  *
  * @param number
  *   of the client; its ids follow from it
  */
final class LedgerClient(seed: Long, number: Int, ledgers: Int, count: Int):
  private val random = SplittableRandom(seed * 1000 + number)

  /** All commands, in the order in which they are sent. */
  val commands: Vector[LedgerCommand] = Vector.tabulate(count)(make)

  private def make(at: Int): LedgerCommand =
    val id      = number * 1_000_000L + at * 2 + 1
    val command = random.nextInt(10) match
      case 0 | 1 | 2 | 3 => Ledger.Add(id)
      case 4             => Ledger.AddBoth(id, id + 1)
      case 5 | 6         => Ledger.AddIfAbsent(900_000_000L + random.nextInt(8))
      case 7             => Ledger.Break(if random.nextBoolean() then "decide" else "evolve")
      case _             => Ledger.Look
    // The first ledger is hot.
    val ledger = if random.nextBoolean() then 0 else random.nextInt(ledgers)
    val key    = Option.when(random.nextInt(3) > 0)(UUID(seed * 1000 + number, at))
    LedgerCommand(s"l$ledger", command, key)

  /** Sends what is not over, and some again that is. Returns when all is over, or the entities are closed. */
  def run(entities: String => EntityRef[Ledger]): Unit =
    var isClosed = false
    while !isClosed && commands.exists(!_.isOver) do
      val some = commands.filterNot(_.isOver).take(1 + random.nextInt(4))
      isClosed = send(entities, some)
      if random.nextInt(3) == 0 then sendAgain(entities)
      if random.nextInt(8) == 0 then sendElsewhere(entities)
    // All was over in a life before, perhaps.
    for _ <- 1 to 3 do sendAgain(entities)

  /** Sends a command with a key that has its reply: it must have that again, whatever has happened since. */
  private def sendAgain(entities: String => EntityRef[Ledger]): Unit =
    val known = commands.filter(one => one.key.isDefined && one.reply.isDefined)
    if known.nonEmpty then
      val one = known(random.nextInt(known.size))
      compare(one, entities(one.entity).answer(one.command, one.key))

  /** Sends a command with the key of one that has its reply to another ledger, which must refuse it. */
  private def sendElsewhere(entities: String => EntityRef[Ledger]): Unit =
    val known =
      commands.filter(one => one.key.isDefined && one.reply.isDefined && !one.command.isInstanceOf[Ledger.Break])
    if known.nonEmpty then
      val one = known(random.nextInt(known.size))
      try
        val answer = entities(one.entity + "-other").answer(one.command, one.key)
        throw AssertionError(s"$one: another ledger has answered $answer")
      catch
        case failed: EntityException =>
          failed.error match
            case _: EntityError.KeyReused => ()
            case _                        => check(one, failed)

  private def send(entities: String => EntityRef[Ledger], some: Vector[LedgerCommand]): Boolean =
    some.foreach(one => if one.began == 0 then one.began = System.nanoTime())
    val sent: Vector[Future[Answer[Any]]] =
      if some.size == 1 then
        // A blocking one; its error is that of a future.
        val one = some.head
        Vector(
          try Future.successful(entities(one.entity).answer(one.command, one.key))
          catch case NonFatal(failed) => Future.failed(failed)
        )
      else some.map(one => entities(one.entity).answerAsync(one.command, one.key))
    // Some are sent twice at once.
    val twins = some.filter(one => one.key.isDefined && random.nextInt(4) == 0)
    val again = twins.map(one => entities(one.entity).answerAsync(one.command, one.key))
    val ends  = some.zip(sent).map((one, future) => end(one, future))
    twins.zip(again).foreach((one, future) => compare(one, Await.result(future, 60.seconds)))
    ends.contains(true)

  /** Compares a reply with the first one to the same command, unless there is none. */
  private def compare(one: LedgerCommand, answer: => Answer[Any]): Unit =
    val again =
      try Some(answer)
      catch
        case failed: EntityException =>
          failed.error match
            case _: EntityError.Failed if one.command.isInstanceOf[Ledger.Break] => ()
            case _                                                               => check(one, failed)
          None
    for answer <- again; reply <- one.reply do
      val (seen, wasThere) = seenIn(one, answer.value)
      if reply != seen || one.wasThere != wasThere || one.offset != answer.offset.sequence then
        throw AssertionError(s"$one: the second answer is $answer")

  /** Notes what became of a command. Returns whether the entities are closed. */
  private def end(one: LedgerCommand, future: Future[Answer[Any]]): Boolean =
    try
      val answer           = Await.result(future, 60.seconds)
      val (seen, wasThere) = seenIn(one, answer.value)
      one.offset = answer.offset.sequence
      one.reply = Some(seen)
      one.wasThere = wasThere
      one.ended = System.nanoTime()
      false
    catch
      case failed: EntityException =>
        val error = failed.error
        error match
          case _: EntityError.Failed if one.command.isInstanceOf[Ledger.Break] => one.ended = System.nanoTime()
          case _                                                               => check(one, failed)
        if error.executed == EntityError.Executed.Unknown && one.key.isEmpty then
          one.isUnknown = true
          one.ended = System.nanoTime()
        error.isInstanceOf[EntityError.Closed]

  /** Fails on an error after which a command is not sent again. */
  private def check(one: LedgerCommand, failed: EntityException): Unit = failed.error match
    case _: (EntityError.Closed | EntityError.Unavailable | EntityError.Conflicting) => ()
    // A reply that cannot be read for a moment is asked for again. None is lost.
    case _: (EntityError.OutcomeUnknown | EntityError.ReplyUnavailable) => ()
    case other => throw AssertionError(s"$one: ${other.message}", failed)

  /** What the list was according to a reply, and whether it had the id already. */
  private def seenIn(one: LedgerCommand, reply: Any): (Seen, Boolean) = reply match
    case Left(seen: Seen)  => (seen, true)
    case Right(seen: Seen) => (seen, false)
    case seen: Seen        => (seen, false)
    case other             => throw AssertionError(s"$one: a reply of another type: $other")
