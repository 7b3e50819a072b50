package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.testkit.mistakes.Mistake.{appending, selecting}

/** Mistakes in deleting streams. */
object DeletionMistakes:
  private def deleting(name: String, rule: String)(wrong: (EventSource, String) => Long): Mistake =
    selecting(name, rule): (_, source) =>
      new ForwardingSource(source):
        override def deletedUpTo(stream: String): Long = wrong(source, stream)

  val all: Vector[Mistake] = Vector(
    deleting("knows no deletions", "delete: a stream is read from its deletion on")((_, _) => 0),
    deleting("knows no deletions", "composition")((_, _) => 0),
    deleting("a deletion ends before the last event", "delete: a stream is read from its deletion on"):
      (source, stream) => math.max(0, source.deletedUpTo(stream) - 1)
    ,
    deleting("any event with the tag deletes", "delete: an event with the tag alone"): (source, stream) =>
      val cursor = source.matching(Query.stream(stream) and Query.tagged(StreamDeleted.Tag), Offset.Begin)
      try
        var version = 0L
        while cursor.next() do version = cursor.version
        version
      finally cursor.close()
    ,
    deleting("any event of the type deletes", "delete: an event with the tag alone"): (source, stream) =>
      val cursor = source.stream(stream, 0)
      try
        var version = 0L
        while cursor.next() do if cursor.kind.contains("StreamDeleted") then version = cursor.version
        version
      finally cursor.close()
    ,
    deleting("the first deletion counts", "delete: a stream is read from its deletion on"): (source, stream) =>
      val cursor = source.matching(Query.stream(stream) and Query.kinds("StreamDeleted"), Offset.Begin)
      try if cursor.next() then cursor.version else 0
      finally cursor.close()
    ,
    appending("deletes whatever the version is", "delete: an expected version"):
      (log, append, listener, context, waits) =>
        val parts = append.parts.map: one =>
          val expected = if one.tags(StreamDeleted.Tag) then ExpectedVersion.Any else one.expected
          EncodedEvents(one.stream, expected, one.schema, one.payloads, one.tags)
        log.appendEncoded(
          EncodedAppend.of(parts, append.key, append.level, append.conditions),
          listener,
          context,
          waits
        )
    ,
    appending("does not store the tag of a deletion", "delete: who reads by offset"):
      (log, append, listener, context, waits) =>
        val parts = append.parts.map: one =>
          EncodedEvents(one.stream, one.expected, one.schema, one.payloads, one.tags - StreamDeleted.Tag)
        log.appendEncoded(
          EncodedAppend.of(parts, append.key, append.level, append.conditions),
          listener,
          context,
          waits
        )
    ,
    new Mistake("forgets deletions when it is opened again", "delete: a stream stays deleted")(identity):
      override def again(log: MemoryEventLog): EventLog =
        deleting("", "")((_, _) => 0).make(log.openAgain())
  )
