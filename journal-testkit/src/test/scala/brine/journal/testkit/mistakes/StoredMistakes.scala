package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.mistakes.Mistake.appending

/** Mistakes in taking records as another log has stored them. */
object StoredMistakes:
  private def taking(name: String, rule: String)(
      wrong: (EventLog, EncodedAppend, EncodedAppend.Stored) => EncodedAppend
  ): Mistake = appending(name, rule): (log, append, listener, context, waits) =>
    log.appendEncoded(append.stored.fold(append)(wrong(log, append, _)), listener, context, waits)

  private def later(stored: EncodedAppend.Stored, after: Long) =
    EncodedAppend.Stored(stored.micros + 1, after, stored.run)

  val all: Vector[Mistake] = Vector(
    taking("gives records other times", "stored: a copy has all records"): (_, append, stored) =>
      EncodedAppend.stored(append.parts, append.key, later(stored, stored.after)),
    taking("counts versions by itself", "stored: a copy has all records"): (log, append, stored) =>
      val parts = append.parts
        .take(1)
        .map: part =>
          val known = log.version(part.stream).getOrElse(0L)
          EncodedEvents(part.stream, ExpectedVersion(known), part.schema, part.payloads, part.tags)
      EncodedAppend.stored(parts ++ append.parts.drop(1), append.key, stored)
    ,
    taking("forgets the keys of a copy", "stored: a copy that is continued"): (_, append, stored) =>
      EncodedAppend.stored(append.parts, None, stored),
    taking("appends records of a copy after those of somebody else", "stored: after an append of somebody else"):
      (log, append, stored) =>
        EncodedAppend.stored(
          append.parts,
          append.key,
          EncodedAppend.Stored(stored.micros, log.durable.sequence, EncodedAppend.StoredRun())
        )
    ,
    Mistake("says that it takes records of others, and gives them its own times", "stored: a copy has all records"):
      log =>
        new Forwarding(log):
          override def takesStored: Boolean = true
          override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
            val own =
              if append.stored.isEmpty then append
              else EncodedAppend.of(append.parts.take(1), append.key, append.level, append.conditions)
            log.appendEncoded(own, to, context, waits)
  )
