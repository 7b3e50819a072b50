package brine.entity.testkit

import brine.codec.Codec
import brine.entity.*
import brine.entity.projection.Projection
import brine.journal.*
import brine.journal.state.StateRecords
import java.time.Instant
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.Duration

/** Faults that a simulation must find: those that a broken log or runtime would have, seeded between the entities and
  * the log, and those of definitions that break the rules.
  */
class SimulationFaultsSuite extends munit.FunSuite:
  import PassingLog.{Told, Unheard}
  import Violation.*
  override def munitTimeout: Duration = Duration(10, "min")

  private val runs = 400

  private def finds(simulation: Simulation, violations: Violation*): Unit =
    val failed = intercept[SimulationFailure](simulation.check(runs))
    assert(violations.contains(failed.violation), failed.getMessage)
    // It is small, and its steps replay it.
    assert(clue(failed.commands).size <= 6, failed.getMessage)
    val again = intercept[SimulationFailure](simulation.replay(failed.steps))
    assertEquals(again.violation, failed.violation)
    assertEquals(again.trace, failed.trace)

  private def finds(fault: String, violations: Violation*)(wrap: EventLog => EventLog)(using munit.Location): Unit =
    test(s"a log that $fault")(finds(Wallets.simulation.over(wrap), violations*))

  private def changed(append: EncodedAppend)(change: EncodedEvents => EncodedEvents): EncodedAppend =
    EncodedAppend.of(append.parts.map(change), append.key, append.level, append.conditions)

  private def withVersion(expected: ExpectedVersion)(part: EncodedEvents): EncodedEvents =
    EncodedEvents(part.stream, expected, part.schema, part.payloads, part.tags)

  finds("acknowledges before anything is durable", NotDurable): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        log.appendEncoded(append, Unheard, context, waits)
        val first = log.durable.sequence + 1
        listener.appended(context, Offset(first), Offset(first + append.events - 1), 0, 0)

  finds("acknowledges an append that it drops", Lost, NotDurable, NotFromLog, SavedState): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        if appends % 5 == 0 && log.durable.sequence > append.events then
          val last = log.durable.sequence
          listener.appended(context, Offset(last - append.events + 1), Offset(last), 0, 0)
        else log.appendEncoded(append, listener, context, waits)

  finds("appends twice", Unexplained, NotTheFold, NotFromLog): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        log.appendEncoded(append, listener, context, waits)
        if append.key.isEmpty then
          log.appendEncoded(changed(append)(withVersion(ExpectedVersion.Any)), Unheard, context, waits)

  finds("forgets keys", Unexplained, OtherReply, NotFromLog): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        log.appendEncoded(EncodedAppend.of(append.parts, None, append.level), listener, context, waits)

  finds("ignores expected versions", NotTheFold, NotFromLog): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val any = changed(append)(withVersion(ExpectedVersion.Any))
        log.appendEncoded(if append.key.isEmpty then any else append, listener, context, waits)

  finds("refuses an append and writes it", Unexplained, NotFromLog, NoReason): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val told = new Told(listener):
          override def rejected(context: Long, error: AppendError): Unit = error match
            case _: AppendError.OutcomeUnknown => listener.rejected(context, AppendError.ReadOnly("nothing is written"))
            case other                         => listener.rejected(context, other)
        log.appendEncoded(append, told, context, waits)

  finds("reports offsets that are one too low", Lost, NotFromLog, OtherReply, NotLinearizable): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val told = new Told(listener):
          override def appended(context: Long, first: Offset, last: Offset, version: Long, micros: Long): Unit =
            val by = if first.sequence > 1 then 1 else 0
            listener.appended(context, Offset(first.sequence - by), Offset(last.sequence - by), version, micros)
        log.appendEncoded(append, told, context, waits)

  finds("reads all but the last event", NoReason, NotLinearizable, Stuck, NotFromLog): log =>
    new PassingLog(log):
      override def cursor(cursor: EventCursor): EventCursor = ShortCursor(cursor)

  finds("does not complete an append", NoReason, Stuck): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        log.appendEncoded(append, if appends % 7 == 0 then Unheard else listener, context, waits)

  finds("turns the events of an append around", NotTheFold, NotFromLog, Unexplained): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val turned = changed(append): part =>
          EncodedEvents(part.stream, part.expected, part.schema, part.payloads.reverse, part.tags)
        log.appendEncoded(turned, listener, context, waits)

  finds("saves the state of one entity as that of another", SavedState, NotTheFold, NotFromLog): log =>
    new PassingLog(log):
      override def states: StateRecords = new PassingStates(log.states):
        override protected def keyOf(key: String): String = key.replace("e1", "e0")

  finds("answers a known key as if it were new", OtherReply, Lost, NotFromLog, NotLinearizable): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val told = new Told(listener):
          override def rejected(context: Long, error: AppendError): Unit = error match
            case AppendError.Duplicate(first) =>
              listener.appended(context, first.first, first.last, first.version, 0)
            case other => listener.rejected(context, other)
        log.appendEncoded(append, told, context, waits)

  finds("forgets tags", NotFromLog): log =>
    new PassingLog(log):
      override def take(append: EncodedAppend, listener: AppendListener, context: Long, waits: Boolean): Unit =
        val untagged = changed(append): part =>
          EncodedEvents(part.stream, part.expected, part.schema, part.payloads, Set.empty)
        log.appendEncoded(untagged, listener, context, waits)

  // ---- Definitions --------------------------------------------------------------------------------------------------

  test("an entity that decides by a counter of its own"):
    val count = AtomicInteger()
    val other = new Wallets("wallet"):
      override def decide[R](state: WalletState, command: Wallet[R])(using At): Decision[WalletEvent, R] =
        command match
          case Wallet.Put(_) => super.decide(state.copy(cents = state.cents + count.incrementAndGet()), command)
          case _             => super.decide(state, command)
    // The counter differs from run to run.
    val failed = intercept[SimulationFailure](Simulation(other)(Wallets.command).check(runs))
    assert(Set(Impure, NotDeterministic, NotFromLog)(failed.violation), failed.getMessage)

  test("an entity that chooses identities by itself"):
    val other = new Wallets("wallet"):
      override def decide[R](state: WalletState, command: Wallet[R])(using At): Decision[WalletEvent, R] =
        super.decide(state, command)(using At(Instant.EPOCH, UUID.randomUUID, 0))
    val failed = intercept[SimulationFailure](Simulation(other)(Wallets.command).check(runs))
    assert(Set(Impure, NotDeterministic)(failed.violation), failed.getMessage)

  test("an entity whose state depends on more than its events"):
    val count = AtomicInteger()
    val other = new Wallets("wallet"):
      override def evolve(state: WalletState, event: WalletEvent): WalletState =
        super.evolve(state, event).copy(count = count.incrementAndGet())
    val failed = intercept[SimulationFailure](Simulation(other)(Wallets.command).check(runs))
    assert(Set(Impure, NotTheFold, NotDeterministic)(failed.violation), failed.getMessage)

  test("an entity whose state loses something when it is saved"):
    val half: Codec[WalletState] = Codec.derived[WalletState].imap(identity)(_.copy(number = None))
    val other                    = new Entity[Wallet, WalletEvent, WalletState]("wallet")(using
      summon[Commands[Wallet]],
      summon[Codec[WalletEvent]],
      half
    ):
      def initial: WalletState                                        = Wallets.initial
      def evolve(state: WalletState, event: WalletEvent): WalletState = Wallets.evolve(state, event)

      def decide[R](state: WalletState, command: Wallet[R])(using At): Decision[WalletEvent, R] =
        Wallets.decide(state, command)
    finds(Simulation(other)(Wallets.command), SavedState, NotTheFold, NotFromLog)

  test("an entity whose evolve rejects an event that decide returned"):
    val other = new Wallets("wallet"):
      override def evolve(state: WalletState, event: WalletEvent): WalletState =
        if state.count == 3 then throw IllegalStateException("too many") else super.evolve(state, event)
    finds(Simulation(other)(Wallets.command), Failed)

  test("a view that counts in a variable"):
    val count  = AtomicInteger()
    val all    = Projection[WalletEvent]("counts")(Query.category("wallet"))
    val spoilt = Wallets.simulation.withView(all, 0)((_, _) => count.incrementAndGet())
    val failed = intercept[SimulationFailure](spoilt.check(runs))
    assert(Set(View, NotDeterministic)(failed.violation), failed.getMessage)

  /** Views over all events of wallets, with a fault. */
  private def viewed[S: Codec](initial: S)(step: (S, Record[WalletEvent]) => S): Simulation =
    Wallets.simulation.withView(Projection[WalletEvent]("spoilt")(Query.category("wallet")), initial)(step)

  test("a view whose function fails, or whose state cannot be stored"):
    val refusing: Codec[Int] = Codec[Int].imap(identity)(sum => if sum > 5 then throw IllegalStateException() else sum)
    val views                = Vector(
      "v"       -> viewed(0)((sum, _) => if sum > 5 then throw IllegalStateException("v") else sum + 1),
      "null"    -> viewed("a")((text, _) => if text.size > 5 then null else text + "a"),
      "Stack"   -> viewed(0)((sum, _) => if sum > 5 then throw StackOverflowError() else sum + 1),
      "encoded" -> viewed(0)((sum, _) => sum + 1)(using refusing)
    )
    for (text, view) <- views do
      // Neither pauses nor lines in the log of the program: its runs are made smaller by a thousand further ones.
      val lines = WarnedLines.during:
        val failed = intercept[SimulationFailure](view.check(runs))
        assertEquals(failed.violation, Failed)
        assert(clue(failed.getMessage).contains(text))
        assertEquals(intercept[SimulationFailure](view.replay(failed.steps)).trace, failed.trace)
      assertEquals(lines, Vector.empty)

  test("a view whose function fails at times"):
    val count = AtomicInteger()
    val view  =
      viewed(0)((sum, _) => if count.incrementAndGet() % 5 == 0 then throw IllegalStateException() else sum + 1)
    val failed = intercept[SimulationFailure](view.check(runs))
    assert(Set(Failed, Impure, NotDeterministic)(failed.violation), failed.getMessage)

  test("a view that fails in the projection alone"):
    val thread = Thread.currentThread
    finds(
      viewed(0)((sum, _) => if Thread.currentThread eq thread then sum + 1 else throw IllegalStateException()),
      Impure
    )
