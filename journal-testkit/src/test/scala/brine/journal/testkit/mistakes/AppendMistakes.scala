package brine.journal.testkit.mistakes

import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.testkit.mistakes.Mistake.{appending, telling}
import java.time.Instant
import java.util.UUID
import java.util.concurrent.{ConcurrentHashMap, Executors, TimeUnit}

/** Mistakes in appending: versions, keys, several streams. */
object AppendMistakes:
  private def changed(append: EncodedAppend, key: Option[UUID])(part: EncodedEvents => EncodedEvents): EncodedAppend =
    EncodedAppend.of(append.parts.map(part), key, append.level, append.conditions)

  private def part(of: EncodedEvents, expected: ExpectedVersion, tags: Set[String]): EncodedEvents =
    EncodedEvents(of.stream, expected, of.schema, of.payloads, tags)

  private def anyVersion(append: EncodedAppend) =
    changed(append, append.key)(one => part(one, ExpectedVersion.Any, one.tags))

  private def wrongVersion(log: EventLog, append: EncodedAppend): Option[AppendError] =
    append.parts.collectFirst(Function.unlift { one =>
      one.expected match
        case ExpectedVersion.Exactly(expected) =>
          val actual = log.version(one.stream).getOrElse(-1L)
          Option.when(actual != expected)(AppendError.WrongVersion(one.stream, expected, actual))
        case ExpectedVersion.Any => None
    })

  /** The result of each stream's append alone, one after the other. */
  private def oneByOne(log: EventLog, append: EncodedAppend): Either[AppendError, Appended] =
    val results = append.parts.map: one =>
      val completion = Completion(append.level)
      log.appendEncoded(EncodedAppend.of(Vector(one), append.key, append.level), completion, 0)
      completion.await()
    results
      .collectFirst { case Left(error) => Left(error) }
      .getOrElse:
        for
          first <- results.head
          last  <- results.last
        yield Appended(first.first, last.last, last.version, first.at, append.level)

  private def tell(listener: AppendListener, context: Long)(result: Either[AppendError, Appended]): Unit =
    result match
      case Right(done) => listener.appended(context, done.first, done.last, done.version, Micros.of(done.at))
      case Left(error) => listener.rejected(context, error)

  private def onRejected(listener: AppendListener)(change: PartialFunction[AppendError, AppendError]): AppendListener =
    new ForwardingListener(listener):
      override def rejected(context: Long, error: AppendError): Unit =
        super.rejected(context, change.applyOrElse(error, identity))

  private val checksBefore =
    appending("checks the version before the append, not with it", "race: of several that expect"):
      (log, append, listener, context, waits) =>
        wrongVersion(log, append) match
          case Some(error) => listener.rejected(context, error)
          case None        =>
            Thread.`yield`()
            log.appendEncoded(anyVersion(append), listener, context, waits)

  private val neverDurable =
    Mistake("makes durable what was appended at level Disk only", "append: every level completes"): log =>
      @volatile var last = 0L
      new Forwarding(log):
        override def durable: Offset = Offset(last)
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val noting = new ForwardingListener(to):
            override def appended(context: Long, first: Offset, end: Offset, version: Long, micros: Long): Unit =
              if append.level == Level.Disk then last = end.sequence
              super.appended(context, first, end, version, micros)
          log.appendEncoded(append, noting, context, waits)

  private val oneSchema =
    appending("writes all streams with the schema of the first", "several streams: they may have events"):
      (log, append, listener, context, waits) =>
        val schema = append.parts.head.schema
        val parts  = append.parts.map(one => EncodedEvents(one.stream, one.expected, schema, one.payloads, one.tags))
        log.appendEncoded(EncodedAppend.of(parts, append.key, append.level), listener, context, waits)

  private val oneByOneMistake =
    appending("appends to several streams one by one", "several streams: one wrong version refuses all"):
      (log, append, listener, context, waits) =>
        if append.parts.size == 1 then log.appendEncoded(append, listener, context, waits)
        else tell(listener, context)(oneByOne(log, append))

  private val countsEvents =
    telling("says the number of events as the version", "append: offsets and versions count from 1"): listener =>
      new ForwardingListener(listener):
        override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          super.appended(context, first, last, last.sequence - first.sequence + 1, micros)

  val all: Vector[Mistake] = Vector(
    checksBefore,
    checksBefore.alsoBreaks("race: retries on an optimistic version"),
    neverDurable,
    neverDurable.alsoBreaks("race: appends at all levels"),
    oneSchema,
    oneSchema.alsoBreaks("encoded: events that are read"),
    oneByOneMistake,
    oneByOneMistake.alsoBreaks("race: a reader never sees a part"),
    countsEvents,
    countsEvents.alsoBreaks("hostile: the longest and the shortest"),
    countsEvents.alsoBreaks("interrupt: who waits for a result"),
    Mistake("checks the key before the append, not with it", "race: of several with the same key"): log =>
      val known = ConcurrentHashMap[UUID, Appended]()
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          val original = append.key.map(known.get).filter(_ != null)
          if original.isDefined then to.rejected(context, AppendError.Duplicate(original.get))
          else
            Thread.`yield`()
            val noting = new ForwardingListener(to):
              override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
                append.key.foreach(known.put(_, Appended(first, last, version, Micros.instant(micros), append.level)))
                super.appended(context, first, last, version, micros)
            log.appendEncoded(changed(append, append.key.map(_ => UUID.randomUUID))(identity), noting, context, waits)
    ,
    appending("takes fewer events than an append may have", "hostile: as many events as there may be"):
      (log, append, listener, context, waits) =>
        if append.events > 1000 then listener.rejected(context, AppendError.TooLarge(append.events, 1000))
        else log.appendEncoded(append, listener, context, waits)
    ,
    appending("ignores the expected version", "append: an expected version that is wrong"):
      (log, append, listener, context, waits) => log.appendEncoded(anyVersion(append), listener, context, waits)
    ,
    telling("says another actual version", "append: an expected version that is wrong")(onRejected(_) {
      case AppendError.WrongVersion(stream, expected, actual) => AppendError.WrongVersion(stream, expected, actual + 1)
    }),
    appending("ignores keys", "key: an append is stored once"): (log, append, listener, context, waits) =>
      log.appendEncoded(changed(append, None)(identity), listener, context, waits),
    telling("a duplicate says another place", "key: an append is stored once")(onRejected(_) {
      case AppendError.Duplicate(original) => AppendError.Duplicate(original.copy(last = original.first))
    }),
    telling("a duplicate says the level of the first append", "key: an append is stored once")(onRejected(_) {
      case AppendError.Duplicate(original) => AppendError.Duplicate(original.copy(level = Level.Disk))
    }),
    telling("says the time of the result as that of the events", "append: offsets and versions count from 1"):
      listener =>
        new ForwardingListener(listener):
          override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
            super.appended(context, first, last, version, Micros.of(Instant.now) + 1)
    ,
    telling("a duplicate says the time of the retry", "key: an append is stored once")(onRejected(_) {
      case AppendError.Duplicate(original) => AppendError.Duplicate(original.copy(at = Instant.now.plusNanos(1000)))
    }),
    new Mistake("forgets the times of keys when it is opened again", "key: it is remembered however many")(identity):
      override def again(log: MemoryEventLog): EventLog =
        Mistake
          .telling("", "")(onRejected(_) { case AppendError.Duplicate(original) =>
            AppendError.Duplicate(original.copy(at = Instant.EPOCH))
          })
          .make(log.openAgain())
    ,
    appending("checks the version before the key", "key: it is checked before the expected version"):
      (log, append, listener, context, waits) =>
        wrongVersion(log, append) match
          case Some(error) if append.key.isDefined => listener.rejected(context, error)
          case _                                   => log.appendEncoded(append, listener, context, waits)
    ,
    appending("compares the version with that of completed appends", "append: versions that follow each other"):
      (log, append, listener, context, waits) =>
        wrongVersion(log, append) match
          case Some(error) => listener.rejected(context, error)
          case None        => log.appendEncoded(append, listener, context, waits)
    ,
    Mistake("remembers the key of a refused append", "key: that of a refused append"): log =>
      val refused = ConcurrentHashMap.newKeySet[UUID]()
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          if append.key.exists(refused.contains) then
            to.rejected(context, AppendError.Duplicate(Appended(Offset(1), Offset(1), 1, Instant.EPOCH, append.level)))
          else
            val noting = new ForwardingListener(to):
              override def rejected(context: Long, error: AppendError): Unit =
                append.key.foreach(refused.add)
                super.rejected(context, error)
            log.appendEncoded(append, noting, context, waits)
    ,
    appending("compares a half of the key", "key: both halves of it count"): (log, append, listener, context, waits) =>
      val half = append.key.map(key => UUID(key.getMostSignificantBits, 0))
      log.appendEncoded(changed(append, half)(identity), listener, context, waits)
    ,
    Mistake("remembers the newest keys only", "key: it is remembered however many"): log =>
      val known = java.util.LinkedHashMap[UUID, UUID]()
      new Forwarding(log):
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          // After ten other appends, a key is another one.
          val key = known.synchronized:
            known.put(UUID.randomUUID, UUID.randomUUID)
            append.key.foreach(key => known.putIfAbsent(key, UUID.randomUUID))
            val own = append.key.map(known.get)
            while known.size > 10 do known.pollFirstEntry(): Unit
            own
          log.appendEncoded(changed(append, key)(identity), to, context, waits)
    ,
    appending("appends to several streams with others between", "race: appends to several streams are whole"):
      (log, append, listener, context, waits) =>
        if append.parts.size == 1 then log.appendEncoded(append, listener, context, waits)
        else tell(listener, context)(wrongVersion(log, append).toLeft(()).flatMap(_ => oneByOne(log, append)))
    ,
    appending("gives all streams the tags of the first", "several streams: all events are there"):
      (log, append, listener, context, waits) =>
        val tags = append.parts.head.tags
        log.appendEncoded(changed(append, append.key)(one => part(one, one.expected, tags)), listener, context, waits)
    ,
    telling("says the offset before the first event", "append: offsets and versions count from 1"): listener =>
      new ForwardingListener(listener):
        override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
          super.appended(context, Offset(first.sequence - 1), last, version, micros)
    ,
    Mistake("appends of one thread overtake each other", "append: the appends of one thread"): log =>
      val executor = Executors.newScheduledThreadPool(1, Thread(_).tap(_.setDaemon(true)))
      new Forwarding(log):
        private val count = java.util.concurrent.atomic.AtomicInteger()
        override def appendEncoded(append: EncodedAppend, to: AppendListener, context: Long, waits: Boolean): Unit =
          if count.incrementAndGet() % 7 != 0 then log.appendEncoded(append, to, context, waits)
          else
            val late: Runnable = () => log.appendEncoded(append, to, context, waits)
            executor.schedule(late, 1, TimeUnit.MILLISECONDS): Unit
        override def close(): Unit =
          executor.shutdown()
          log.close()
    ,
    Mistake("says an append is durable before it can be read", "append: what completed at level Disk"): log =>
      new Forwarding(log):
        override def durable: Offset = Offset(math.max(0, log.durable.sequence - 1))
    ,
    appending("stores empty events of a sequence that lies", "hostile: arrays of encoded events"):
      (log, append, listener, context, waits) =>
        log.appendEncoded(
          changed(append, append.key)(one =>
            EncodedEvents(one.stream, one.expected, one.schema, one.payloads.map(_ => new Array[Byte](0)), one.tags)
          ),
          listener,
          context,
          waits
        )
    ,
    appending("has no limit of an append's size", "hostile: an append that is larger"):
      (log, append, listener, context, waits) =>
        val small = append.parts.map(one =>
          EncodedEvents(one.stream, one.expected, one.schema, one.payloads.map(_.take(1000)), one.tags)
        )
        log.appendEncoded(EncodedAppend.of(small, append.key, append.level), listener, context, waits)
  )

  extension [A](value: A)
    private def tap(body: A => Unit): A =
      body(value)
      value
