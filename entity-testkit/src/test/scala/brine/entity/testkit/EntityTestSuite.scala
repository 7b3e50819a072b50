package brine.entity.testkit

import brine.codec.Codec
import brine.entity.*
import java.time.Instant
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger

class EntityTestSuite extends munit.FunSuite:
  import StockEvent.*

  private val stock = EntityTest(Stocks)
  private val start = Instant.parse("2026-01-01T00:00:00Z")

  test("given events, when a command comes, then there are events, a reply and a state"):
    val decided = stock.after(Delivered(4, start)).when(Stock.Deliver(5))
    assertEquals(decided.events, Vector[StockEvent](Delivered(5, start)))
    assertEquals(decided.reply, Right(1))
    assertEquals(decided.state, StockState(1))
    val next = decided.entity.when(Stock.Deliver(2))
    assertEquals(next.events, Vector.empty[StockEvent])
    assertEquals(next.reply, scala.util.Left("only 1"))
    assertEquals(next.entity.when(Stock.Left).reply, 1)

  test("several events of one decision, in their order"):
    val decided = stock.when(Stock.Deliver(10))
    assertEquals(decided.events, Vector[StockEvent](Delivered(10, start), Emptied))
    assertEquals(decided.entity.events, decided.events)

  test("time, identity and seed are chosen"):
    val at = At(Instant.EPOCH, UUID(1, 2), 77)
    assertEquals(stock.withAt(at).when(Stock.Number).reply, 77L)
    assertEquals(stock.withAt(at).when(Stock.Deliver(1)).events, Vector[StockEvent](Delivered(1, Instant.EPOCH)))

  private def fails(what: String)(body: => Any): Unit =
    val failed = intercept[AssertionError](body)
    assert(clue(failed.getMessage).contains(what))

  test("a decision that is not pure fails"):
    val count = AtomicInteger()
    val other = new Stocks:
      override def decide[R](state: StockState, command: Stock[R])(using At): Decision[StockEvent, R] =
        super.decide(StockState(count.incrementAndGet()), command)
    fails("decide is not pure")(EntityTest(other).when(Stock.Left))

  test("a state that depends on more than the events fails"):
    val count = AtomicInteger()
    val other = new Stocks:
      override def evolve(state: StockState, event: StockEvent): StockState = StockState(count.incrementAndGet())
    fails("evolve is not pure")(EntityTest(other).after(Emptied))

  test("a value that is another one after its codec fails"):
    val half: Codec[StockState] = Codec[Int].imap(StockState(_))(state => state.pieces / 2 * 2)
    val other                   = new Entity[Stock, StockEvent, StockState]("stock")(using
      summon[Commands[Stock]],
      summon[Codec[StockEvent]],
      half
    ):
      def initial: StockState                                                                = StockState(10)
      def decide[R](state: StockState, command: Stock[R])(using At): Decision[StockEvent, R] =
        Stocks.decide(state, command)
      def evolve(state: StockState, event: StockEvent): StockState = Stocks.evolve(state, event)
    fails("the state StockState(9) is StockState(8) after its codec")(EntityTest(other).after(Delivered(1, start)))

  test("a value that cannot be encoded fails"):
    fails("the event Delivered(1,null) cannot be encoded")(stock.after(Delivered(1, null)))
