package brine.entity

import brine.actor.ActorSystem
import brine.codec.{was, Codec}
import brine.journal.testkit.MemoryEventLog
import brine.journal.{EventLog, Journal}
import java.nio.file.Files
import java.util.concurrent.atomic.AtomicInteger
import java.util.logging.{Handler, LogRecord, Logger}
import munit.FunSuite
import scala.collection.mutable
import scala.concurrent.duration.*

object EntityMemorySuite:
  /** What is saved of any entity, as far as this test needs it. */
  @was("StateRecord") final case class Saved(version: Long) derives Codec

  final case class LargestDeposit(owner: Option[String], cents: Long) derives Codec

  /** The events of accounts, folded as something else. */
  final class LargestDeposits extends Entity[Account, AccountEvent, LargestDeposit]("account"):
    /** How many events were folded. */
    val folded: AtomicInteger                                              = AtomicInteger()
    def initial: LargestDeposit                                            = LargestDeposit(None, 0)
    def evolve(state: LargestDeposit, event: AccountEvent): LargestDeposit =
      folded.incrementAndGet()
      event match
        case AccountEvent.Deposited(cents) => state.copy(cents = math.max(state.cents, cents))
        case _                             => state
    def decide[R](state: LargestDeposit, command: Account[R])(using at: At): Decision[AccountEvent, R] = command match
      case Account.Balance => Decision.reply(state.cents)
      case other           => throw IllegalArgumentException(s"$other")

  enum Text[+R] derives Commands:
    case Add(text: String) extends Text[Int]
    case Size              extends Text[Int]

  /** Texts, of which the state has all. */
  object Texts extends Entity[Text, String, Vector[String]]("text"):
    def initial: Vector[String]                                                               = Vector.empty
    def evolve(state: Vector[String], event: String): Vector[String]                          = state :+ event
    def decide[R](state: Vector[String], command: Text[R])(using at: At): Decision[String, R] = command match
      case Text.Add(text) => Decision(text)(size(state) + text.length)
      case Text.Size      => Decision.reply(size(state))
    private def size(texts: Vector[String]): Int = texts.map(_.length).sum

  /** Entities of texts, whose states count their letters and equal no other ones. */
  abstract class Counting[S: Codec](name: String) extends Entity[Text, String, S](name):
    override def saves: SavePolicy = SavePolicy(1)
    def size(state: S): Int
    def decide[R](state: S, command: Text[R])(using At): Decision[String, R] = command match
      case Text.Add(text) => Decision(text)(size(state) + text.length)
      case Text.Size      => Decision.reply(size(state))

  final class Arrays(more: Int = 0) extends Counting[Array[Int]]("arrays"):
    def initial: Array[Int]                                  = Array.empty
    def evolve(state: Array[Int], event: String): Array[Int] = state ++ Array.fill(1 + more)(event.length)
    def size(state: Array[Int]): Int                         = state.sum

  final class NotANumber(more: Int = 0) extends Counting[(Int, Vector[Double])]("numbers"):
    def initial: (Int, Vector[Double])                                             = (0, Vector(Double.NaN))
    def evolve(state: (Int, Vector[Double]), event: String): (Int, Vector[Double]) =
      (state._1 + event.length * (1 + more), state._2)
    def size(state: (Int, Vector[Double])): Int = state._1

/** Leaving memory, loading again, and saved states. */
class EntityMemorySuite extends FunSuite, EntitiesBase:
  import EntityMemorySuite.*

  private val logs = List[(String, () => EventLog)](
    "memory" -> (() => MemoryEventLog()),
    "files"  -> (() => Journal.open(Files.createTempDirectory("brine-entity")))
  )

  for (name, make) <- logs do
    test(s"$name: a saved state spares most events"):
      val log = make()
      try
        val saving = SavePolicy(100)
        running(log, entity = AccountEntity(saves = saving)): accounts =>
          for n <- 1 to 250 do accounts("a").ask(Account.Deposit(n)): Unit
        // Closed entities leave memory, and save their state, which is not waited for.
        eventually("a saved state"):
          val entity = AccountEntity(saves = saving)
          running(log, entity = entity): accounts =>
            assertEquals(accounts("a").ask(Account.Balance), 31_375L)
          entity.folded.get <= 50
      finally log.close()

  test("the state of an entity that is never idle is saved as well"):
    val log = HeldLog(MemoryEventLog())
    try
      running(log, entity = AccountEntity(saves = SavePolicy(10, whenPassivated = false))): accounts =>
        val first = accounts("a").askAsync(Account.Deposit(1))
        val more  = (1 to 99).map(_ => accounts("a").askAsync(Account.Deposit(1)))
        log.release()
        await(first): Unit
        more.foreach(await(_))
      eventually("a saved state"):
        val entity = AccountEntity(saves = SavePolicy(10, whenPassivated = false))
        running(log, entity = entity)(accounts => assertEquals(accounts("a").ask(Account.Balance), 100L))
        entity.folded.get < 100
    finally log.close()

  test("a state of another fold, or of no use, is not used"):
    val log = MemoryEventLog()
    try
      running(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
        for _ <- 1 to 10 do accounts("a").ask(Account.Deposit(1)): Unit
      val other = AccountEntity(fold = 2, interest = 5, saves = SavePolicy(1))
      running(log, entity = other)(accounts => assertEquals(accounts("a").ask(Account.Balance), 60L))
      assertEquals(other.folded.get, 10)
      val never = AccountEntity(interest = 7, saves = SavePolicy.never)
      running(log, entity = never)(accounts => assertEquals(accounts("a").ask(Account.Balance), 80L))
      assertEquals(never.folded.get, 10)
    finally log.close()

  for (name, make) <- logs do
    test(s"$name: a state that another type saved is not used, though its fields fit: the events are folded"):
      val log = make()
      try
        running(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
          for cents <- 1 to 10 do accounts("a").ask(Account.Deposit(cents)): Unit
        eventually("a saved state")(log.states.load[Saved](LargestDeposits().stream("a")).exists(_.isDefined))
        val system = ActorSystem()
        try
          val largest  = LargestDeposits()
          val accounts = Entities.open(log, system)(largest)
          try assertEquals(accounts("a").ask(Account.Balance), 10L)
          finally accounts.close()
          assertEquals(largest.folded.get, 10)
        finally system.shutdown(): Unit
      finally log.close()

  test("an audit finds a saved state that is not the fold of its events, and the events count"):
    val log = MemoryEventLog()
    try
      running(log, entity = AccountEntity(saves = SavePolicy(1))): accounts =>
        for _ <- 1 to 10 do accounts("a").ask(Account.Deposit(1)): Unit
      // The same fold by mistake.
      val wrong    = AccountEntity(interest = 5, saves = SavePolicy(1000, whenPassivated = false))
      val settings = EntitySettings(auditOneIn = 1)
      running(log, settings, wrong)(accounts => assertEquals(accounts("a").ask(Account.Balance), 60L))
    finally log.close()

  test("an audit takes states with the same bytes for the same"):
    val log   = MemoryEventLog()
    val lines = mutable.ArrayBuffer.empty[String]
    val audit = new Handler:
      def publish(record: LogRecord): Unit = lines.synchronized(lines += record.getMessage): Unit
      def flush(): Unit                    = ()
      def close(): Unit                    = ()
    val logger = Logger.getLogger("brine.entity")
    logger.addHandler(audit)
    def warned(entity: Entity[Text, String, ?]) =
      lines.synchronized(lines.toVector).filter(_.contains(s"${entity.name} 'audited'"))
    def opened[S](entity: Entity[Text, String, S])(body: Entities[Text] => Unit): Unit =
      val system = ActorSystem()
      try
        val texts = Entities.open(log, system, EntitySettings(auditOneIn = 1))(entity)
        try body(texts)
        finally texts.close()
      finally system.shutdown(): Unit
    try
      for (entity, other) <- Vector(Arrays() -> Arrays(1), NotANumber() -> NotANumber(1)) do
        opened(entity)(texts => for _ <- 1 to 3 do texts("audited").ask(Text.Add("x")): Unit)
        eventually("a saved state")(log.states.load[Saved](entity.stream("audited")).exists(_.isDefined))
        opened(entity)(texts => assertEquals(texts("audited").ask(Text.Size), 3))
        assertEquals(warned(entity), Vector.empty)
        // And differences are seen.
        opened(other)(texts => assertEquals(texts("audited").ask(Text.Size), 6))
        assertEquals(warned(entity).size, 1)
    finally
      logger.removeHandler(audit)
      log.close()

  test("an entity that is idle leaves memory, and comes back"):
    val log = MemoryEventLog()
    using(log, entity = AccountEntity(idle = 1.milli)): accounts =>
      for round <- 1L to 3L do
        for id <- 1 to 20 do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), round)
        eventually("all to leave memory")(accounts.inMemory == 0)

  test("many entities at once, of which few may be loaded at a time"):
    val log = MemoryEventLog()
    using(log, EntitySettings(maxLoading = 2)): accounts =>
      val replies = (1 to 3000).map(id => accounts(s"$id").askAsync(Account.Deposit(id)))
      assertEquals(replies.map(await(_)), (1L to 3000L).toVector)
      assertEquals(accounts.inMemory, 3000)

  test("of too many entities, some leave memory"):
    val log = MemoryEventLog()
    using(log, EntitySettings(maxInMemory = 10)): accounts =>
      for id <- 1 to 200 do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), 1L)
      eventually("few in memory")(accounts.inMemory <= 10)
      for id <- 1 to 200 do assertEquals(accounts(s"$id").ask(Account.Deposit(1)), 2L)

  private def withTexts(log: EventLog, settings: EntitySettings)(body: Entities[Text] => Unit): Unit =
    val system = ActorSystem()
    try
      val texts = Entities.open(log, system, settings)(Texts)
      try body(texts)
      finally texts.close()
      eventually("all to leave memory")(texts.inMemory == 0)
      assertEquals(texts.stateBytes, 0L)
    finally system.shutdown(): Unit

  private val large = EntitySettings(maxStateBytes = 100_000)

  test("of entities whose states are too large together, some leave memory, and come back"):
    val log = MemoryEventLog()
    try
      // They are loaded before they have a size.
      withTexts(log, large): texts =>
        for id <- 1 to 40 do texts(s"$id").ask(Text.Add("x" * 10_000)): Unit
        assertEquals(texts.inMemory, 40)
      withTexts(log, large): texts =>
        for _ <- 1 to 3 do
          for id <- 1 to 40 do assertEquals(texts(s"$id").ask(Text.Size), 10_000)
          eventually("few bytes in memory")(texts.stateBytes <= 100_000)
          eventually("few in memory")(texts.inMemory < 10)
          assert(texts.inMemory > 0)
    finally log.close()

  test("a state that grows in memory is measured again, also if entities decide together"):
    val log = MemoryEventLog()
    try
      withTexts(log, large): texts =>
        for _ <- 1 to 15 do texts("a").ask(Text.Add("x" * 1000)): Unit
        assertEquals(texts.stateBytes, 1L) // that of an empty one
        texts("a").ask(Text.Add("x" * 1000)): Unit
        eventually("it is measured")(texts.stateBytes > 16_000)
        Entities
          .together(texts("b"), texts("c"))
          .ask: both =>
            for _ <- 1 to 20 do both.ask(texts("b"), Text.Add("x" * 1000)): Unit
        eventually("it is measured")(texts.stateBytes > 36_000)
        for _ <- 1 to 108 do texts("b").ask(Text.Add("x" * 1000)): Unit
        eventually("they have left")(texts.stateBytes < 100_000)
        assertEquals(texts("b").ask(Text.Size), 128_000)
    finally log.close()

  test("without a limit nothing is measured"):
    val log = MemoryEventLog()
    try
      withTexts(log, EntitySettings.defaults): texts =>
        for _ <- 1 to 20 do texts("a").ask(Text.Add("x")): Unit
        assertEquals(texts.stateBytes, 0L)
    finally log.close()
