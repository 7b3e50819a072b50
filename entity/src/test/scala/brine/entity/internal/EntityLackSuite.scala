package brine.entity.internal

import brine.actor.ActorSystem
import brine.codec.Codec
import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import java.time.{Duration, Instant}
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger
import munit.FunSuite
import scala.concurrent.duration.*
import scala.concurrent.Await

object EntityLackSuite:
  /** The clocks and threads of the process, which fail as often as a test says. */
  final class Lacking extends EntityHost:
    val pauses: AtomicInteger = AtomicInteger()
    val starts: AtomicInteger = AtomicInteger()

    private def lack(left: AtomicInteger): Unit =
      if left.getAndUpdate(count => math.max(0, count - 1)) > 0 then throw OutOfMemoryError("the test says so")

    def nanoTime: Long              = EntityHost.Process.nanoTime
    def now: Instant                = EntityHost.Process.now
    def at(time: Instant): At       = EntityHost.Process.at(time)
    def random(): Double            = EntityHost.Process.random()
    def start(task: Runnable): Unit =
      lack(starts)
      EntityHost.Process.start(task)

    override def pause(least: Long, more: Long): Unit =
      lack(pauses)
      super.pause(least, more)

  enum Count[+R] derives Commands:
    case Add  extends Count[Int]
    case Size extends Count[Int]

  /** A state that cannot be encoded as often as a test says. */
  def failing(failures: AtomicInteger): Codec[Int] = summon[Codec[Int]].imap(identity): state =>
    if failures.getAndUpdate(left => math.max(0, left - 1)) > 0 then throw InternalError("the test says so")
    state

  final class Counter(failures: AtomicInteger)
      extends Entity[Count, String, Int]("counter")(using
        summon[Commands[Count]],
        summon[Codec[String]],
        failing(failures)
      ):
    override def saves: SavePolicy                                                  = SavePolicy.never
    def initial: Int                                                                = 0
    def evolve(state: Int, event: String): Int                                      = state + 1
    def decide[R](state: Int, command: Count[R])(using at: At): Decision[String, R] = command match
      case Count.Add  => Decision("more")(state + 1)
      case Count.Size => Decision.reply(state)

/** What needs memory or a thread lacks it: an entity works on, and no permit is lost. */
class EntityLackSuite extends FunSuite, EntitiesBase:
  import EntityLackSuite.*

  private val patience = Duration.ofSeconds(20)

  private def hosted(host: EntityHost, idle: FiniteDuration = 1.hour)(
      body: EntityRuntime[Account, AccountEvent, AccountState] => Unit
  ): Unit =
    val system = ActorSystem()
    try
      val settings = EntitySettings(timeout = patience)
      val runtime  = EntityRuntime(AccountEntity(idle = idle), MemoryEventLog(), system, settings, host)
      runtime.begin()
      body(runtime)
      eventually("no permit is taken")(runtime.pending == 0)
      runtime.close()
    finally system.shutdown(): Unit

  private def ask(runtime: EntityRuntime[Account, ?, ?], command: Account[Any], key: Option[UUID] = None): Any =
    assert(runtime.enter(0))
    val request = FutureRequest(runtime, "a", command, key.orNull, patience)
    runtime.sendArmed(request)
    Await.result(request.future, 30.seconds).value

  test("entities leave memory although there was none for the pauses of the thread that looks for them"):
    val host = Lacking()
    hosted(host, idle = 1.milli): runtime =>
      host.pauses.set(3)
      assertEquals(ask(runtime, Account.Deposit(1)), 1L)
      eventually("it leaves memory")(host.pauses.get == 0 && runtime.count == 0)
      assertEquals(ask(runtime, Account.Deposit(1)), 2L)

  test("a command whose key was used before ends, although no thread can look for its reply"):
    val host = Lacking()
    hosted(host): runtime =>
      val key = UUID.randomUUID
      assertEquals(ask(runtime, Account.Deposit(1), Some(key)), 1L)
      host.starts.set(1)
      val failed = error(ask(runtime, Account.Deposit(1), Some(key)))
      assert(failed.isInstanceOf[EntityError.OutcomeUnknown], failed.message)
      assertEquals(ask(runtime, Account.Deposit(1), Some(key)), 1L)
      assertEquals(ask(runtime, Account.Balance), 1L)

  test("a command with a key that fails ends, although no thread can look for an earlier reply"):
    val host = Lacking()
    hosted(host): runtime =>
      assertEquals(ask(runtime, Account.Deposit(1)), 1L)
      host.starts.set(1)
      val failed = error(ask(runtime, Account.Fail("decide"), Some(UUID.randomUUID)))
      assert(failed.isInstanceOf[EntityError.OutcomeUnknown], failed.message)
      assertEquals(ask(runtime, Account.Balance), 1L)

  test("an entity whose state cannot be measured when it is loaded is loaded again"):
    val failures = AtomicInteger(2)
    val log      = MemoryEventLog()
    val system   = ActorSystem()
    try
      val counters =
        Entities.open(log, system, EntitySettings(timeout = patience, maxStateBytes = 1000))(Counter(failures))
      try
        assertEquals(counters("a").ask(Count.Add), 1)
        assertEquals(failures.get, 0)
      finally counters.close()
    finally
      system.shutdown(): Unit
      log.close()

  test("what a borrower cannot give back is given back later"):
    val host = Lacking()
    hosted(host): runtime =>
      assertEquals(ask(runtime, Account.Deposit(1)), 1L)
      assert(runtime.enter(0))
      val join = JoinRequest(runtime, "a", patience)
      assertEquals(join.borrow(System.nanoTime + patience.toNanos).version, 1L)
      runtime.returnLater(join)
      assertEquals(ask(runtime, Account.Balance), 1L)
      // Nor does the end wait for ever.
      assert(runtime.enter(0))
      val last = JoinRequest(runtime, "a", patience)
      last.borrow(System.nanoTime + patience.toNanos): Unit
      runtime.beginClosing()
      runtime.returnLater(last)
