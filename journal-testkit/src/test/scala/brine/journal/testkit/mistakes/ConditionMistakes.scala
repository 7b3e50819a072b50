package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.mistakes.Mistake.appending

/** Mistakes in conditions of appends. */
object ConditionMistakes:
  private def changed(append: EncodedAppend)(conditions: Seq[AppendCondition]): EncodedAppend =
    EncodedAppend.of(append.parts, append.key, append.level, conditions)

  private def changing(name: String, rule: String)(
      change: (EventLog, AppendCondition) => AppendCondition
  ): Mistake = appending(name, rule): (log, append, listener, context, waits) =>
    log.appendEncoded(changed(append)(append.conditions.map(change(log, _))), listener, context, waits)

  /** The first event that conflicts, of those that can be read now. */
  private def conflict(log: EventLog, append: EncodedAppend): Option[AppendError] =
    append.conditions.iterator
      .flatMap: one =>
        val found = log.readQueryAfter[Stored](one.query, one.after)
        try found.next().toOption.flatten.map(record => new AppendError.Conflict(one, record.offset))
        finally found.close()
      .minByOption(_.at.sequence)

  private val checksBefore = appending("checks conditions before the append, not with it", "condition: of racers"):
    (log, append, listener, context, waits) =>
      conflict(log, append) match
        case Some(error) => listener.rejected(context, error)
        case None        =>
          Thread.`yield`()
          log.appendEncoded(changed(append)(Nil), listener, context, waits)

  private val coarse = changing("has one marker for each tag", "condition: there are no false conflicts"):
    (_, condition) =>
      val parts = condition.query.clauses.flatMap: clause =>
        if clause.tags.isEmpty then Vector(condition.query) else clause.tags.toVector.map(Query.tagged(_))
      condition.copy(query = parts.foldLeft(Query.none)(_ or _))

  val all: Vector[Mistake] = Vector(
    appending("ignores conditions", "condition: an append is refused"): (log, append, listener, context, waits) =>
      log.appendEncoded(changed(append)(Nil), listener, context, waits),
    changing("counts the event at the offset", "condition: an append is refused"): (_, condition) =>
      condition.copy(after = Offset(math.max(0, condition.after.sequence - 1))),
    checksBefore,
    checksBefore.alsoBreaks("condition: retries on what was read"),
    checksBefore.alsoBreaks("condition: the events of the append itself"),
    coarse,
    coarse.alsoBreaks("composition: random programs"),
    appending("checks the first condition only", "condition: several of them"):
      (log, append, listener, context, waits) =>
        log.appendEncoded(changed(append)(append.conditions.take(1)), listener, context, waits)
    ,
    appending("checks ten conditions at most", "condition: each of a hundred"):
      (log, append, listener, context, waits) =>
        log.appendEncoded(changed(append)(append.conditions.take(10)), listener, context, waits)
    ,
    changing("checks fifty clauses at most", "condition: each of a hundred"): (_, condition) =>
      val clauses = condition.query.clauses
      if clauses.size <= 50 then condition
      else
        val first = clauses.take(50).map(clause => Query.tagged(clause.tags.head, clause.tags.tail.toSeq*))
        condition.copy(query = first.reduce(_ or _))
    ,
    Mistake("refuses for events that cannot be read yet", "condition: the event that conflicts can be read"): log =>
      new Forwarding(log):
        override def durable: Offset = Offset(math.max(0, log.durable.sequence - 1))
    ,
    appending("checks conditions before the key", "condition: the key is checked before it"):
      (log, append, listener, context, waits) =>
        conflict(log, append) match
          case Some(error) => listener.rejected(context, error)
          case None        => log.appendEncoded(append, listener, context, waits)
    ,
    appending("refuses only the first stream", "condition: it refuses all streams"):
      (log, append, listener, context, waits) =>
        if append.conditions.nonEmpty && append.parts.size > 1 then
          val rest = EncodedAppend.of(append.parts.tail, None, append.level)
          log.appendEncoded(rest, Completion(append.level), context, waits)
        log.appendEncoded(
          EncodedAppend.of(append.parts.take(1), append.key, append.level, append.conditions),
          listener,
          context,
          waits
        )
    ,
    changing("compares the newest events only", "condition: it sees events of before"): (log, condition) =>
      condition.copy(after = Offset(math.max(condition.after.sequence, log.durable.sequence - 100)))
  )
