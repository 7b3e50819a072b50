package brine.entity.process.search

import brine.entity.process.*
import brine.journal.{EventLog, Query, Record}

/** Says what is wrong with transfers, by the records of the log alone. */
private[search] object TransferOracle:
  type Done = ProcessStep[TransferFact, Step, Outcome]

  /** Checks what must hold at any time: no command was executed twice, or without a decision, and no step repeats an
    * input.
    */
  def checkNow(log: EventLog): Unit =
    val steps = stepsOf(log)
    steps.foreach((id, ofId) => checkSteps(id, ofId))
    val moves = movesOf(log)
    moves
      .groupBy(_.purpose)
      .foreach: (purpose, same) =>
        demand(same.size == 1, s"$purpose was executed ${same.size} times")
    val decided = steps.values.flatten.flatMap(_.commands).map(purposeOf).toVector
    demand(decided.distinct.size == decided.size, s"decided twice: ${decided.diff(decided.distinct)}")
    moves.foreach(move => demand(decided.contains(move.purpose), s"${move.purpose} was not decided"))

  /** Checks what must hold when all is quiet, and every timer's time has come: each transfer has ended in one of three
    * ways, and the money is all there.
    *
    * @param total
    *   the money that there is
    */
  def checkEnd(log: EventLog, total: Long): Unit =
    checkNow(log)
    val steps = stepsOf(log)
    val moves = movesOf(log).map(move => move.purpose -> move.cents).toMap
    val asked = all[Request](log, Query.category("request")).map(_.value).collect { case one: Request.Asked => one }
    asked
      .map(_.id)
      .distinct
      .foreach: id =>
        demand(steps.contains(id), s"the request of $id was not handled")
    steps.foreach: (id, ofId) =>
      def cents(what: String) = moves.getOrElse(s"$id/$what", 0L)
      val how                 = ofId.flatMap(_.facts).collect { case TransferFact.Ended(how) => how }
      demand(how.size == 1 && ofId.last.ends, s"$id has not ended once: $ofId")
      val begun = asked.find(_.id == id).getOrElse(throw AssertionError(s"$id was not asked"))
      val want  = how.head match
        case "done"     => (-begun.cents, begun.cents, 0L)
        case "refunded" => (-begun.cents, 0L, begun.cents)
        case _          => (0L, 0L, 0L)
      val is = (cents("debit"), cents("credit"), cents("refund"))
      demand(is == want, s"$id has ended as $how, and has moved $is and not $want")
      val replied = ofId.map(_.cause).count { case StepCause.Reply(_) => true; case _ => false }
      demand(replied == ofId.flatMap(_.commands).size, s"commands of $id have no reply: $ofId")
    demand(moves.values.sum == 0, s"the money is ${total + moves.values.sum} and not $total")

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

  private def stepsOf(log: EventLog): Map[String, Vector[Done]] =
    val records = all[Done](log, Query.category("transfer")).groupBy(_.stream)
    records.map((stream, ofStream) => stream.stripPrefix("transfer-") -> ofStream.map(_.value))

  private def movesOf(log: EventLog): Vector[PurseEvent.Moved] =
    all[PurseEvent](log, Query.category("purse"))
      .map(_.value)
      .collect:
        case moved: PurseEvent.Moved if moved.purpose != "fill" => moved

  def all[A: brine.codec.Codec](log: EventLog, query: Query): Vector[Record[A]] =
    log
      .readQuery[A](query)
      .foldLeft(Vector.empty[Record[A]])(_ :+ _)
      .fold(error => throw AssertionError(error.message), identity)

  def demand(holds: Boolean, what: => String): Unit = if !holds then throw AssertionError(what)
