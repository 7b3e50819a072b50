package brine.journal.testkit.mistakes

import brine.codec.{Codec, Schemas}
import brine.journal.*
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{EncodedState, EncodedStates, SaveListener, SavedState, StateChange, StateRecords}
import java.util.concurrent.ConcurrentHashMap

/** Mistakes in keeping states. */
object StateMistakes:
  /** States that are right, for mistakes to change. */
  private class Kept(log: EventLog, kept: ConcurrentHashMap[String, EncodedState] = ConcurrentHashMap())
      extends EncodedStates("kept", mostPending = 64):
    protected def write(changes: IndexedSeq[StateChange]): Unit = changes.foreach(one)
    protected def one(change: StateChange): Unit                = change.state match
      case Some(state) => kept.put(change.key, state): Unit
      case None        => kept.remove(change.key): Unit
    protected def get(key: String): Option[EncodedState] = Option(kept.get(key))
    protected def reach: Offset                          = log.durable
    protected def refusal: Option[Exception]             =
      Option.when(isClosing)(IllegalStateException("the log is closed"))
    protected var isClosing = false
    def close(): Unit       =
      isClosing = true
      finish()

  /** Mistakes of a store that has its database for itself. */
  private def keeping(name: String, rule: String)(
      keep: (EventLog, ConcurrentHashMap[String, EncodedState]) => Kept
  ): Mistake =
    // Each test has a database of its own, and runs on one thread.
    val kept   = ThreadLocal[ConcurrentHashMap[String, EncodedState]]()
    def anew() =
      kept.set(ConcurrentHashMap())
      kept.get
    new Mistake(name, s"state: $rule")(log => withStates(log, keep(log, anew()))):
      override def again(log: brine.journal.testkit.MemoryEventLog): EventLog =
        val opened = log.openAgain()
        withStates(opened, keep(opened, kept.get))

  private def withStates(log: EventLog, own: Kept): EventLog = new Forwarding(log):
    override val states: StateRecords = own
    override def close(): Unit        =
      own.close()
      super.close()

  private def forwarding(name: String, rule: String)(make: StateRecords => StateRecords): Mistake =
    Mistake(name, s"state: $rule"): log =>
      new Forwarding(log):
        override val states: StateRecords = make(log.states)

  private def telling(name: String, rule: String)(wrong: SaveListener => SaveListener): Mistake =
    forwarding(name, rule): states =>
      new ForwardingStates(states):
        override def save[S: Codec](
            key: String,
            offset: Offset,
            state: S,
            level: Level,
            listener: SaveListener,
            context: Long,
            waits: Boolean
        ): Unit =
          super.save(key, offset, state, level, if listener == null then null else wrong(listener), context, waits)
        override def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
          super.delete(key, level, if listener == null then null else wrong(listener), context, waits)

  val all: Vector[Mistake] = Vector(
    keeping("keeps the state with the greatest offset", "the last one saved counts"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit =
          val before = kept.get(change.key)
          if before == null || change.state.forall(_.offset.sequence >= before.offset.sequence) then super.one(change)
    ,
    keeping("confuses keys that differ in case", "keys are kept apart"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit =
          super.one(StateChange(change.key.toLowerCase, change.state, change.level))
        override protected def get(key: String): Option[EncodedState] = super.get(key.toLowerCase)
    ,
    keeping("drops spaces at the end of keys", "keys are kept apart"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit =
          super.one(StateChange(change.key.stripTrailing, change.state, change.level))
        override protected def get(key: String): Option[EncodedState] = super.get(key.stripTrailing)
    ,
    keeping("takes _ for any character", "keys are kept apart"): (log, kept) =>
      new Kept(log, kept):
        override protected def get(key: String): Option[EncodedState] =
          super.get(key).orElse(if key.length == 1 then super.get("a_") else None)
    ,
    keeping("clips long keys", "keys are kept apart"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit =
          super.one(StateChange(change.key.take(255), change.state, change.level))
    ,
    keeping("does not delete", "a deleted one is gone"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit = if change.state.isDefined then super.one(change)
    ,
    keeping("deletes for good", "a deleted one is gone"): (log, kept) =>
      new Kept(log, kept):
        private val deleted                                   = ConcurrentHashMap.newKeySet[String]()
        override protected def one(change: StateChange): Unit =
          if change.state.isEmpty then deleted.add(change.key): Unit
          if !deleted.contains(change.key) || change.state.isEmpty then super.one(change)
    ,
    keeping("saves states of records that are not durable", "one of records that are not durable"): (log, kept) =>
      new Kept(log, kept):
        override protected def reach: Offset = Offset(Long.MaxValue)
    ,
    keeping("loses states of the lowest level", "at every level one is found soon"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit = if change.level != Level.Memory then super.one(change)
    ,
    keeping("clips large states", "states of all sizes"): (log, kept) =>
      new Kept(log, kept):
        override protected def one(change: StateChange): Unit =
          val clipped = change.state.map(s => EncodedState(s.offset, s.schema, s.bytes.take(65_535)))
          super.one(StateChange(change.key, clipped, change.level))
    ,
    keeping("mixes up offset and state of two saves", "several threads save and load"): (log, kept) =>
      new Kept(log, kept):
        private var last                                      = Offset.Begin
        override protected def one(change: StateChange): Unit =
          val wrong = change.state.map(state => EncodedState(last, state.schema, state.bytes))
          change.state.foreach(state => last = state.offset)
          super.one(StateChange(change.key, wrong, change.level))
    ,
    keeping("writes a group in another order", "several threads save and load"): (log, kept) =>
      new Kept(log, kept):
        override protected def write(changes: IndexedSeq[StateChange]): Unit = super.write(changes.reverse)
    ,
    keeping("saves in a closed log", "a closed log saves and loads none"): (log, kept) =>
      new Kept(log, kept):
        override protected def refusal: Option[Exception] = None
    ,
    keeping("loses what was accepted before it was closed", "a closed log saves and loads none"): (log, kept) =>
      new Kept(log, kept):
        // Slow, so that some changes are pending when it is closed.
        override protected def one(change: StateChange): Unit =
          val until = System.nanoTime + 50_000_000
          while !isClosing && System.nanoTime < until do Thread.sleep(1)
          if !isClosing then super.one(change)
    ,
    forwarding("says that every schema is the same", "a value of another type"): states =>
      new ForwardingStates(states):
        override def load[S](key: String)(using
            Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[SavedState[S]]] =
          super.load[S](key).map(_.map(_.copy(hasSameSchema = true)))
    ,
    keeping("reads a state as whatever type has its fields", "one of another type"): (log, kept) =>
      new Kept(log, kept):
        override def load[S](key: String)(using
            codec: Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[SavedState[S]]] =
          Right(get(key).map: found =>
            val state = Codec.decodeBare[S](found.bytes, found.schema).fold(throw _, identity)
            SavedState(found.offset, state, found.schema.fingerprint == codec.fingerprint))
    ,
    forwarding("knows no histories of types", "one of another type"): states =>
      new ForwardingStates(states):
        override def load[S](key: String)(using
            Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[SavedState[S]]] = super.load[S](key)(using summon[Codec[S]])(using Schemas.none)
    ,
    forwarding("says that what it cannot decode is none", "a value of another type"): states =>
      new ForwardingStates(states):
        override def load[S](key: String)(using
            Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[SavedState[S]]] =
          super.load[S](key).orElse(Right(None))
    ,
    forwarding("takes any key", "what is not valid"): states =>
      new ForwardingStates(states):
        override def load[S](key: String)(using
            Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[SavedState[S]]] =
          if key.isEmpty then Right(None) else super.load[S](key)
    ,
    forwarding("waits although it must not", "what does not wait"): states =>
      new ForwardingStates(states):
        override def save[S: Codec](
            key: String,
            offset: Offset,
            state: S,
            level: Level,
            listener: SaveListener,
            context: Long,
            waits: Boolean
        ): Unit = super.save(key, offset, state, level, listener, context, waits = true)
    ,
    telling("tells a listener twice", "a listener gets one result"): listener =>
      new ForwardingSaves(listener):
        override def saved(context: Long): Unit =
          super.saved(context)
          super.saved(context)
    ,
    telling("tells a listener another context", "a listener gets one result"): listener =>
      new ForwardingSaves(listener):
        override def saved(context: Long): Unit = super.saved(context + 1)
    ,
    telling("ends no group", "a listener gets one result"): listener =>
      new ForwardingSaves(listener):
        override def endOfGroup(): Unit = ()
    ,
    forwarding("tells nobody after a listener has thrown", "a listener that throws"): states =>
      new ForwardingStates(states):
        @volatile private var hasThrown          = false
        private def once(listener: SaveListener) = new ForwardingSaves(listener):
          override def saved(context: Long): Unit =
            if !hasThrown then
              hasThrown = true
              super.saved(context)
              hasThrown = false
        override def save[S: Codec](
            key: String,
            offset: Offset,
            state: S,
            level: Level,
            listener: SaveListener,
            context: Long,
            waits: Boolean
        ): Unit = super.save(key, offset, state, level, once(listener), context, waits)
    ,
    forwarding("has no table until something is saved", "a log that nobody saved a state in"): states =>
      new ForwardingStates(states):
        override def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit =
          super.load[String](key) match
            case Right(None) =>
              listener.failed(context, SnapshotError.Failed("kept", IllegalStateException("there is no such table")))
            case _ => super.delete(key, level, listener, context, waits)
    ,
    telling("says that a failure is none", "one of records that are not durable"): listener =>
      new ForwardingSaves(listener):
        override def failed(context: Long, error: SnapshotError): Unit = super.saved(context)
  )
