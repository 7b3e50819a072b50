package brine.entity.search

import brine.entity.*
import java.util.{SplittableRandom, UUID}

/** What became of a move of money. */
final class PurseMove(val number: Long, val from: Int, val to: Int, val cents: Long, val key: Option[UUID]):
  /** Whether it has an outcome that does not change, or is not sent again. */
  @volatile var isOver = false

  /** Whether it has happened; None if nobody knows. */
  @volatile var happened: Option[Boolean] = None

  /** Its answer, if it has a key. */
  var answer: Answer[Boolean] | Null = null

  override def toString: String = s"move $number of $cents from p$from to p$to, key $key: over $isOver, $happened"

/** Moves money between purses, and looks at the sum of all.
  *
  * @param number
  *   of the client; the numbers of its moves follow from it
  */
final class PurseClient(seed: Long, number: Int, purses: Int, count: Int):
  private val random = SplittableRandom(seed * 1000 + number)

  val moves: Vector[PurseMove] = Vector.tabulate(count): at =>
    val from = random.nextInt(purses)
    val to   = (from + 1 + random.nextInt(purses - 1)) % purses
    val key  = Option.when(random.nextInt(3) == 0)(UUID(seed * 1000 + number, at))
    PurseMove(number * 1_000_000L + at + 1, from, to, random.nextInt(9) - 2L, key)

  /** Sends what is not over. Returns when all is over, or the entities are closed. */
  def run(entities: Entities[Purse]): Unit =
    var isClosed = false
    while !isClosed && moves.exists(!_.isOver) do
      isClosed = attempt(moves.find(!_.isOver).get, entities)
      if !isClosed && random.nextInt(4) == 0 then isClosed = look(entities)
    if !isClosed then moves.filter(_.answer != null).take(2).foreach(attempt(_, entities): Unit)

  private def decide(move: PurseMove, entities: Entities[Purse])(scope: TogetherScope): Boolean =
    val (from, to) = (entities(s"p${move.from}"), entities(s"p${move.to}"))
    // An attempt whose decisions count for nothing.
    if random.nextInt(5) == 0 then
      scope.ask(to, Purse.Add(-move.number, 1000))
      scope.discard()
    if random.nextInt(6) == 0 then
      try scope.ask(to, Purse.Break)
      catch case _: EntityException => ()
    val paid = scope.ask(from, Purse.Add(move.number, -move.cents)) && scope.ask(to, Purse.Add(move.number, move.cents))
    if !paid then
      scope.discard()
      if move.key.isEmpty && random.nextInt(2) == 0 then throw PurseClient.Refused()
    paid

  /** Returns whether the entities are closed. */
  private def attempt(move: PurseMove, entities: Entities[Purse]): Boolean =
    val both = Entities.together(entities(s"p${move.to}"), entities(s"p${move.from}"))
    try
      val answer = move.key match
        case Some(key) => both.answerOnce(key)(decide(move, entities))
        case None      => both.answer(decide(move, entities))
      if move.answer != null && move.answer != answer then
        throw AssertionError(s"$move: the first answer was ${move.answer}, then $answer")
      if move.key.isDefined then move.answer = answer
      over(move, Some(answer.value))
      false
    catch
      case _: PurseClient.Refused =>
        over(move, Some(false))
        false
      case failed: EntityException => check(move, failed)

  private def check(move: PurseMove, failed: EntityException): Boolean =
    failed.error match
      case _: (EntityError.Unavailable | EntityError.Conflicting | EntityError.ReplyUnavailable) => ()
      case _: (EntityError.Closed | EntityError.OutcomeUnknown)                                  => ()
      case other => throw AssertionError(s"$move: ${other.message}", failed)
    if failed.error.executed == EntityError.Executed.Unknown && move.key.isEmpty then over(move, None)
    failed.error.isInstanceOf[EntityError.Closed]

  private def over(move: PurseMove, happened: Option[Boolean]): Unit =
    move.happened = happened
    move.isOver = true

  /** The sum of all purses, decided together, is what it always is. Single commands come in between. */
  private def look(entities: Entities[Purse]): Boolean =
    val all = Vector.tabulate(purses)(at => entities(s"p$at"))
    try
      all(random.nextInt(purses)).ask(Purse.Content): Unit
      val sum = Entities.together(all.head, all.tail*).ask(scope => all.map(scope.ask(_, Purse.Content)).sum)
      if sum != purses * Purses.AtFirst then throw AssertionError(s"seed $seed: the sum of all purses is $sum")
      false
    catch
      case failed: EntityException =>
        failed.error match
          case _: (EntityError.Unavailable | EntityError.Conflicting) => false
          case _: EntityError.Closed                                  => true
          case other => throw AssertionError(s"seed $seed: a look at all purses: ${other.message}", failed)

object PurseClient:
  final class Refused extends RuntimeException("the purse has too little")
