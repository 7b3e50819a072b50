package brine.pekko.entity.internal

import brine.actor.ActorSystem
import brine.codec.Codec
import brine.entity.*
import brine.entity.internal.EntityNode
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, ExpectedVersion, ReadError}
import brine.pekko.entity.Meters
import java.util.UUID
import java.util.concurrent.CountDownLatch
import munit.FunSuite
import org.apache.pekko.actor.testkit.typed.scaladsl.ActorTestKit
import org.apache.pekko.actor.typed.ActorRef

/** The entity's side, without a cluster: callers are probes. */
class ShardedEntitySuite extends FunSuite:
  private lazy val kit = ActorTestKit()

  override def afterAll(): Unit = kit.shutdownTestKit()

  private final class Scene(log: EventLog, confirms: Boolean = false, mostBytes: Int = 1000):
    private val system = ActorSystem()
    val node           = EntityNode.start(Accounts, log, system, EntitySettings.defaults)
    private val parts  = ShardedEntity.Parts(Accounts, node, ForeignSchemas(), log, confirms, mostBytes)
    val caller         = kit.createTestProbe[Outcome]()

    def spawn(): ActorRef[ShardMessage] = kit.spawn(ShardedEntity("a", parts))

    def call(number: Long, command: Account[Any], key: Option[UUID] = None): ShardMessage.Call =
      val live = Payload.Live(command, Accounts.commands.codec.asInstanceOf[Codec[Any]])
      ShardMessage.Call("a", CallId(caller.ref, number), live, key, 20_000_000_000L, 0, false, local = null)

    def probe(number: Long): ShardMessage.Probe = ShardMessage.Probe("a", CallId(caller.ref, number))

    /** The next outcome, which must be a number. */
    def amount(number: Long): Long = caller.receiveMessage() match
      case done: Outcome.Answered =>
        assertEquals(done.number, number)
        ForeignSchemas().read(done.reply, Codec[Long]).fold(problem => fail(s"$problem"), identity)
      case other => fail(s"$other")

    def end(): Unit = system.shutdown(): Unit

  private def using(log: EventLog, confirms: Boolean = false, mostBytes: Int = 1000)(body: Scene => Unit): Unit =
    val scene = Scene(log, confirms, mostBytes)
    try body(scene)
    finally
      log match
        case held: HeldLog => held.release()
        case _             => ()
      scene.end()

  private def deposit(log: EventLog, cents: Long): Unit =
    val event: AccountEvent = AccountEvent.Deposited(cents)
    log.append("account-a", ExpectedVersion.Any, Seq(event)).await(): Unit

  test("it stops when what was decided is durable, and takes nothing more"):
    val held = HeldLog(MemoryEventLog())
    using(held): scene =>
      val entity = scene.spawn()
      entity ! scene.call(1, Account.Deposit(5))
      while held.calls == 0 do Thread.onSpinWait()
      entity ! ShardMessage.Stop
      entity ! scene.call(2, Account.Deposit(7))
      assertEquals(scene.caller.expectMessageType[Outcome.NotHere].number, 2L)
      // It is there still, and knows the first call.
      entity ! scene.probe(1)
      entity ! scene.probe(2)
      assertEquals(scene.caller.expectMessageType[Outcome.Unknown].number, 2L)
      assertEquals(scene.node.inMemory, 1)
      held.release()
      assertEquals(scene.amount(1), 5L)
      scene.caller.expectTerminated(entity)
      assertEquals(scene.node.inMemory, 0)

  test("a call whose version is being confirmed when the entity must stop is refused"):
    val isAsked = CountDownLatch(1)
    val goesOn  = CountDownLatch(1)
    val log     = new WrappedLog(MemoryEventLog()):
      override def version(stream: String): Either[ReadError, Long] =
        isAsked.countDown()
        goesOn.await()
        super.version(stream)
    using(log, confirms = true): scene =>
      val entity = scene.spawn()
      entity ! scene.call(1, Account.Deposit(5))
      isAsked.await()
      entity ! scene.call(2, Account.Deposit(5))
      entity ! ShardMessage.Stop
      assertEquals(scene.caller.expectMessageType[Outcome.NotHere].number, 2L)
      goesOn.countDown()
      assertEquals(scene.caller.expectMessageType[Outcome.NotHere].number, 1L)
      scene.caller.expectTerminated(entity)
      assertEquals(log.durable.sequence, 0L)

  test("one that comes back does not remember the state of the time before"):
    val log = MemoryEventLog()
    using(log): scene =>
      for (isStopped, number) <- Vector(true, false, true, false).zipWithIndex do
        val entity = scene.spawn()
        entity ! scene.call(number, Account.Balance)
        assertEquals(scene.amount(number), number * 10L)
        deposit(log, 10)
        if isStopped then
          entity ! ShardMessage.Stop
          scene.caller.expectTerminated(entity)
        else kit.stop(entity) // It has no time to do anything.

  test("a call that comes again while it is pending is executed once"):
    val held = HeldLog(MemoryEventLog())
    using(held): scene =>
      val entity = scene.spawn()
      for _ <- 1 to 3 do entity ! scene.call(1, Account.Deposit(5))
      entity ! scene.probe(1)
      entity ! scene.probe(9)
      assertEquals(scene.caller.expectMessageType[Outcome.Unknown].number, 9L)
      held.release()
      assertEquals(scene.amount(1), 5L)
      entity ! scene.call(2, Account.Balance)
      assertEquals(scene.amount(2), 5L)

  test("versions are confirmed if that is wanted"):
    for confirms <- Vector(false, true) do
      val log = MemoryEventLog()
      using(log, confirms): scene =>
        val entity = scene.spawn()
        entity ! scene.call(1, Account.Deposit(5))
        assertEquals(scene.amount(1), 5L)
        deposit(log, 10)
        entity ! scene.call(2, Account.Balance)
        assertEquals(scene.amount(2), if confirms then 15L else 5L)

  test("a version that cannot be read fails the command, not the entity"):
    @volatile var isBroken = true
    val log                = new WrappedLog(MemoryEventLog()):
      override def version(stream: String): Either[ReadError, Long] =
        if isBroken then throw IllegalStateException("the test says so") else super.version(stream)
    using(log, confirms = true): scene =>
      val entity = scene.spawn()
      entity ! scene.call(1, Account.Deposit(5))
      scene.caller.expectMessageType[Outcome.Failed].error match
        case EntityError.Unavailable("account 'a'", _) => ()
        case other                                     => fail(other.message)
      isBroken = false
      entity ! scene.call(2, Account.Deposit(5))
      assertEquals(scene.amount(2), 5L)

  test("bytes of unknown types ask for their schema, or are refused"):
    using(MemoryEventLog()): scene =>
      val entity                                  = scene.spawn()
      val meters                                  = Meters.Old.Entity.commands.codec.asInstanceOf[Codec[Any]]
      val foreign                                 = Payload.Live(Meters.Old.Meter.Count(1), meters)
      def call(number: Long, withSchema: Boolean) = ShardMessage.Call(
        "a",
        CallId(scene.caller.ref, number),
        foreign.encoded(withSchema),
        None,
        1_000_000_000L,
        0,
        withSchema,
        local = null
      )
      entity ! call(1, withSchema = false)
      assertEquals(scene.caller.expectMessageType[Outcome.SchemaNeeded].number, 1L)
      entity ! call(2, withSchema = true)
      scene.caller.expectMessageType[Outcome.Failed].error match
        case EntityError.Unsendable("account 'a'", _, _) => ()
        case other                                       => fail(other.message)

  test("a reply that is too large for a message is an error"):
    using(MemoryEventLog(), mostBytes = 0): scene =>
      val entity = scene.spawn()
      entity ! scene.call(1, Account.Deposit(5))
      scene.caller.expectMessageType[Outcome.Failed].error match
        case EntityError.ReplyUnsendable("account 'a'", "Deposit", _) => ()
        case other                                                    => fail(other.message)
