package brine.entity.process.search

import brine.entity.process.*
import brine.journal.{EventLog, Offset, Query, Record}

/** Says what is wrong with transfers, by the records of the log alone. */
private[process] object TransferOracle:
  type Done = ProcessStep[TransferFact, Step, Outcome]

  /** Checks what must hold at any time: no command was executed twice, or without a decision, each reply says what was
    * executed before, and no step repeats an input.
    */
  def checkNow(log: EventLog): Unit =
    val steps = recordsOf(log)
    steps.foreach((id, ofId) => checkSteps(id, ofId.map(_.value)))
    val moves = movesOf(log)
    moves
      .groupBy(_.purpose)
      .foreach: (purpose, same) =>
        demand(same.size == 1, s"$purpose was executed ${same.size} times")
    val decided = steps.values.flatten.flatMap(_.value.commands).map(purposeOf).toVector
    val once    = decided.toSet
    demand(once.size == decided.size, s"decided twice: ${decided.diff(decided.distinct)}")
    moves.foreach(move => demand(once(move.purpose), s"${move.purpose} was not decided"))
    val executed = moves.map(move => move.purpose -> move).toMap
    steps.foreach((id, ofId) => checkReplies(id, ofId, executed))

  /** Checks what must hold when all is quiet, and every timer's time has come: each transfer has ended in one of three
    * ways, and has neither lost nor made money.
    */
  def checkEnd(log: EventLog): Unit =
    checkNow(log)
    val steps = recordsOf(log).map((id, ofId) => id -> ofId.map(_.value))
    val moves = movesOf(log).map(move => move.purpose -> move.cents).toMap
    val all   = requestsOf(log)
    // The first request counts.
    val asked = all.reverseIterator.map(one => one.id -> one).toMap
    asked.keys.foreach(id => demand(steps.contains(id), s"the request of $id was not handled"))
    steps.foreach: (id, ofId) =>
      def cents(what: String) = moves.getOrElse(s"$id/$what", 0L)
      val how                 = ofId.flatMap(_.facts).collect { case TransferFact.Ended(how) => how }
      demand(how.size == 1 && ofId.last.ends, s"$id has not ended once: $ofId")
      val begun = asked.getOrElse(id, throw AssertionError(s"$id was not asked"))
      val want  = how.head match
        case "done"     => (-begun.cents, begun.cents, 0L)
        case "refunded" => (-begun.cents, 0L, begun.cents)
        case _          => (0L, 0L, 0L)
      val is = (cents("debit"), cents("credit"), cents("refund"))
      demand(is == want, s"$id has ended as $how, and has moved $is and not $want")
      val replied = ofId.map(_.cause).count { case StepCause.Reply(_) => true; case _ => false }
      demand(replied == ofId.flatMap(_.commands).size, s"commands of $id have no reply: $ofId")
    demand(moves.values.sum == 0, s"transfers have made ${moves.values.sum}")

  /** A reply that says `Done` follows from a move of the money before it, and a refusal from none. */
  private def checkReplies(id: String, steps: Vector[Record[Done]], moves: Map[String, Move]): Unit =
    val commands = steps.flatMap(_.value.commands)
    steps.foreach: step =>
      step.value.cause match
        case StepCause.Reply(number) =>
          val command       = commands(number.toInt - 1)
          val (purse, want) = command match
            case Step.Debit(purse, _, cents)  => purse -> -cents
            case Step.Credit(purse, _, cents) => purse -> cents
            case Step.Refund(purse, _, cents) => purse -> cents
          val is = moves.get(purposeOf(command))
          step.value.reply match
            case Some(Outcome.Done) =>
              demand(is.exists(_.is(purse, want, step.offset)), s"$command of $id was executed by $is, before $step")
            case Some(Outcome.Refused(_)) => demand(is.isEmpty, s"$command of $id was refused, and executed by $is")
            case None                     => demand(false, s"$step has no reply")
        case _ => ()

  private def checkSteps(id: String, steps: Vector[Done]): Unit =
    val causes = steps.map(_.cause).filterNot { case StepCause.Timer(_) => true; case _ => false }
    demand(causes.distinct.size == causes.size, s"$id has handled something twice: $causes")
    var open   = Map.empty[String, Long]
    var micros = Long.MinValue
    steps.foreach: step =>
      demand(step.micros >= micros, s"the time of $id goes backward: $steps")
      micros = step.micros
      step.timers.foreach:
        case TimerChange.Set(timer, _, at) => open = open.updated(timer, at)
        case TimerChange.Cancelled(timer)  =>
          demand(open.contains(timer), s"$timer of $id is cancelled, and not open: $steps")
          open -= timer
        case TimerChange.Fired(timer) =>
          demand(open.get(timer).exists(_ <= step.micros), s"$timer of $id fires twice, or too early: $steps")
          open -= timer
    val replies = steps.map(_.cause).collect { case StepCause.Reply(number) => number }
    demand(replies == replies.sorted, s"replies of $id are out of order: $replies")
    demand(steps.dropRight(1).forall(step => !step.ends), s"$id continues after its end: $steps")

  private def purposeOf(step: Step): String = step match
    case Step.Debit(_, purpose, _)  => purpose
    case Step.Credit(_, purpose, _) => purpose
    case Step.Refund(_, purpose, _) => purpose

  private def recordsOf(log: EventLog): Map[String, Vector[Record[Done]]] =
    val records = all[Done](log, Query.category("transfer")).groupBy(_.stream)
    records.map((stream, ofStream) => stream.stripPrefix("transfer-") -> ofStream)

  private def requestsOf(log: EventLog): Vector[Request.Asked] =
    all[Request](log, Query.category("request")).map(_.value).collect { case one: Request.Asked => one }

  private final case class Move(purse: String, purpose: String, cents: Long, offset: Offset):
    def is(of: String, want: Long, before: Offset): Boolean =
      purse == of && cents == want && offset.sequence < before.sequence

  /** What transfers have moved; others fill purses. */
  private def movesOf(log: EventLog): Vector[Move] =
    all[PurseEvent](log, Query.category("purse")).collect:
      case Record(offset, stream, _, _, _, _, PurseEvent.Moved(purpose, cents)) if !purpose.startsWith("fill") =>
        Move(stream.stripPrefix("purse-"), purpose, cents, offset)

  def all[A: brine.codec.Codec](log: EventLog, query: Query): Vector[Record[A]] =
    log
      .readQuery[A](query)
      .toVector
      .fold(error => throw AssertionError(error.message), identity)

  def demand(holds: Boolean, what: => String): Unit = if !holds then throw AssertionError(what)
