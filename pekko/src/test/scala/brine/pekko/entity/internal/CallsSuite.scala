package brine.pekko.entity.internal

import brine.actor.ActorSystem
import brine.codec.Codec
import brine.entity.*
import brine.entity.internal.EntityNode
import brine.journal.ReadError
import brine.journal.testkit.MemoryEventLog
import brine.pekko.PekkoEntitySettings
import java.util.UUID
import munit.FunSuite
import org.apache.pekko.actor.testkit.typed.scaladsl.{ActorTestKit, TestProbe}
import scala.concurrent.Await
import scala.concurrent.duration.*

/** The caller's side: the region is a probe, and pauses are over when the test says so. */
class CallsSuite extends FunSuite:
  private lazy val kit     = ActorTestKit()
  private lazy val system  = ActorSystem()
  private lazy val node    = EntityNode.start(Accounts, MemoryEventLog(), system, EntitySettings.defaults)
  private lazy val replies = kit.createTestProbe[Outcome]()

  override def afterAll(): Unit =
    kit.shutdownTestKit()
    system.shutdown(): Unit

  private final class Scene:
    val region: TestProbe[ShardMessage] = kit.createTestProbe[ShardMessage]()
    private var paused                  = Vector.empty[() => Unit]

    // Every look at the calls finds that there was no outcome for long enough.
    private val settings = PekkoEntitySettings.defaults
      .withResendAfter(1.nano)
      .withEntities(EntitySettings.defaults.withMaxPendingCommands(1))

    val calls: Calls[Account] =
      Calls(Accounts.commands, node, region.ref, ForeignSchemas(), settings, (_, task) => paused :+= task)
    calls.begin(replies.ref)

    def endPauses(): Unit =
      val now = paused
      paused = Vector.empty
      now.foreach(_())

    def start(key: Option[UUID] = None, waits: Boolean = false, left: FiniteDuration = 1.hour): PendingCall =
      assert(calls.enter(0))
      calls.start("a", Account.Deposit(1), key, System.nanoTime + left.toNanos, waits)

    def sentCall(): ShardMessage.Call = region.expectMessageType[ShardMessage.Call]

    def nothingSent(): Unit =
      // Messages arrive in order.
      region.ref ! ShardMessage.Stop
      assertEquals(region.receiveMessage(), ShardMessage.Stop)

  private val key = Some(UUID(1, 2))

  private def answer(number: Long) =
    Outcome.Answered(number, 3, Payload.Live(5L, Codec[Long].asInstanceOf[Codec[Any]]))

  private def unknown = EntityError.OutcomeUnknown("account 'a'", "a fault")

  private def answered(call: PendingCall): Unit =
    assertEquals(Await.result(call.promise.future, 20.seconds).value, 5L)

  private def error(call: PendingCall): EntityError =
    intercept[EntityException](Await.result(call.promise.future, 20.seconds)).error

  test("an outcome ends a call once, and returns its permit"):
    val scene = Scene()
    val call  = scene.start()
    assert(!scene.calls.enter(0))
    val sent = scene.sentCall()
    assertEquals((sent.id, sent.call, sent.key), ("a", CallId(replies.ref, call.number), None))
    scene.calls.received(answer(call.number))
    answered(call)
    scene.calls.received(Outcome.Failed(call.number, unknown))
    scene.calls.received(answer(99))
    assertEquals(scene.calls.size, 0)
    assert(scene.calls.enter(0))
    assert(!scene.calls.enter(0))

  test("a call without a key is never sent again, unless it was surely not executed"):
    val scene = Scene()
    val call  = scene.start()
    scene.sentCall(): Unit
    scene.calls.tick()
    val probe = scene.region.expectMessageType[ShardMessage.Probe]
    assertEquals((probe.id, probe.call), ("a", CallId(replies.ref, call.number)))
    scene.calls.received(Outcome.NotHere(call.number))
    // In a pause it is nowhere.
    scene.calls.received(Outcome.Unknown(call.number))
    scene.calls.tick()
    scene.nothingSent()
    scene.endPauses()
    assertEquals(scene.sentCall().call.number, call.number)
    scene.calls.received(Outcome.Unknown(call.number))
    assert(error(call).isInstanceOf[EntityError.OutcomeUnknown])
    scene.endPauses()
    scene.nothingSent()

  test("a call with a key is sent again while its outcome is unknown"):
    val scene = Scene()
    val call  = scene.start(key)
    scene.sentCall(): Unit
    scene.calls.tick()
    assertEquals(scene.sentCall().key, key)
    for doubt <- Vector(Outcome.Unknown(call.number), Outcome.Failed(call.number, unknown)) do
      scene.calls.received(doubt)
      scene.endPauses()
      assertEquals(scene.sentCall().call.number, call.number)
    scene.calls.received(answer(call.number))
    answered(call)

  test("an error of a later sending does not deny an earlier one, unless somebody has looked"):
    val unavailable = EntityError.Unavailable("account 'a'", ReadError.Closed)
    val conflicting = EntityError.Conflicting("account 'a'", 3)
    for (isDoubtful, last) <- Vector(false -> unavailable, true -> unavailable, true -> conflicting) do
      val scene = Scene()
      val call  = scene.start(key)
      if isDoubtful then scene.calls.tick()
      scene.calls.received(Outcome.Failed(call.number, last))
      val expected = if isDoubtful && last == unavailable then EntityError.Executed.Unknown else last.executed
      assertEquals(error(call).executed, expected)

  test("a schema that is needed comes along, once"):
    val scene = Scene()
    val call  = scene.start()
    assert(!scene.sentCall().withSchema)
    scene.calls.received(Outcome.SchemaNeeded(call.number))
    assert(scene.sentCall().withSchema)
    scene.calls.received(Outcome.SchemaNeeded(call.number))
    assert(error(call).isInstanceOf[EntityError.Unsendable])

  test("a caller that waits is sent again where too many are pending, and another one is refused"):
    val overloaded = EntityError.Overloaded("account 'a'", 1)
    val scene      = Scene()
    val refused    = scene.start()
    scene.sentCall(): Unit
    scene.calls.received(Outcome.Failed(refused.number, overloaded))
    assertEquals(error(refused), overloaded)
    val waiting = scene.start(waits = true)
    scene.sentCall(): Unit
    scene.calls.received(Outcome.Failed(waiting.number, overloaded))
    scene.endPauses()
    scene.sentCall(): Unit
    scene.calls.received(answer(waiting.number))
    answered(waiting)

  test("at the end of its time a call says what is known of it"):
    val scene = Scene()
    val sent  = scene.start(left = 0.seconds)
    scene.calls.tick()
    assert(error(sent).isInstanceOf[EntityError.TimedOut])
    val refused = scene.start(waits = true)
    scene.calls.received(Outcome.NotHere(refused.number))
    scene.calls.expire(refused)
    assert(error(refused).isInstanceOf[EntityError.Closed])
    val doubtful = scene.start(key)
    scene.calls.received(Outcome.Unknown(doubtful.number))
    scene.calls.expire(doubtful)
    assert(error(doubtful).isInstanceOf[EntityError.OutcomeUnknown])
    assertEquals(scene.calls.size, 0)
    scene.endPauses()

  test("the end of the node ends calls, and refuses others"):
    val scene = Scene()
    val sent  = scene.start()
    scene.calls.close("the test says so")
    error(sent) match
      case EntityError.OutcomeUnknown("account 'a'", "the test says so") => ()
      case other                                                         => fail(other.message)
    assert(scene.calls.refusedFor("a").get.isInstanceOf[EntityError.Closed])
    // It had looked before, and sends nothing now.
    assertEquals(error(scene.start()).executed, EntityError.Executed.No)
    val other   = Scene()
    val refused = other.start()
    other.calls.received(Outcome.NotHere(refused.number))
    other.calls.close("the test says so")
    assert(error(refused).isInstanceOf[EntityError.Closed])

  test("a command that cannot be written ends"):
    val scene = Scene()
    val call  = scene.start()
    scene.calls.unsendable(call.number, "too large")
    assertEquals(error(call), EntityError.Unsendable("account 'a'", "Deposit", "too large"))

  test("a node that leaves sends no call again: its region would wait for whoever takes it"):
    for keyed <- Vector(None, key) do
      val scene = Scene()
      val call  = scene.start(keyed)
      scene.sentCall(): Unit
      scene.calls.refuse("the test says so")
      scene.calls.tick()
      scene.nothingSent()
      // Its entity has finished it.
      scene.calls.received(answer(call.number))
      answered(call)
    val outcomes = Vector[Long => Outcome](
      Outcome.NotHere(_),
      Outcome.SchemaNeeded(_),
      Outcome.Failed(_, EntityError.Closed("account 'a'", "it moves"))
    )
    for outcome <- outcomes do
      val scene = Scene()
      val call  = scene.start(key)
      scene.sentCall(): Unit
      scene.calls.refuse("the test says so")
      scene.calls.received(outcome(call.number))
      assertEquals(error(call), EntityError.Closed("account 'a'", "the test says so"))
      scene.nothingSent()
    val scene = Scene()
    val call  = scene.start(key)
    scene.sentCall(): Unit
    scene.calls.received(Outcome.NotHere(call.number))
    scene.calls.refuse("the test says so")
    scene.endPauses()
    assertEquals(error(call), EntityError.Closed("account 'a'", "the test says so"))
    val doubtful = Scene()
    val unsure   = doubtful.start(key)
    doubtful.sentCall(): Unit
    doubtful.calls.refuse("the test says so")
    doubtful.calls.received(Outcome.Unknown(unsure.number))
    assertEquals(error(unsure).executed, EntityError.Executed.Unknown)

  test("a command that another node cannot read has its name in the error"):
    val scene = Scene()
    val call  = scene.start()
    scene.calls.received(Outcome.Failed(call.number, EntityError.Unsendable("account 'a'", "", "another version")))
    assertEquals(error(call), EntityError.Unsendable("account 'a'", "Deposit", "another version"))
