package brine.pekko.persistence.query

import brine.entity.{Accounts, Entities}
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.pekko.persistence.Notes.Command.*
import brine.pekko.persistence.{BrinePersistence, Notes, PersistenceSystem}
import org.apache.pekko.persistence.query.{EventEnvelope, NoOffset, PersistenceQuery, Sequence}
import org.apache.pekko.stream.scaladsl.{Sink, Source}
import java.util.UUID
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}
import scala.util.Using

class BrineReadJournalSuite extends munit.FunSuite:
  private def await[A](future: Future[A]): A = Await.result(future, 20.seconds)

  private def using[A](log: EventLog)(body: PersistenceSystem => A): A =
    Using.resource(PersistenceSystem(BrinePersistence.setup(log)))(body)

  private def add(system: PersistenceSystem, id: String, texts: String*)(tags: String => Set[String]): Unit =
    val actor = system.spawn(Notes(id, tags))
    system.ask(actor)(Add(texts, _)): Unit
    actor ! Stop
    system.awaitStop(actor)

  private def all[A](system: PersistenceSystem, source: Source[A, ?]): Vector[A] =
    await(source.runWith(Sink.seq)(using materializer(system))).toVector

  private def materializer(system: PersistenceSystem) = org.apache.pekko.stream.Materializer(system.system)

  private def short(envelope: EventEnvelope) =
    (envelope.offset, envelope.persistenceId, envelope.sequenceNr, envelope.event)

  test("current queries: ids, events of an id, of a tag, of slices, all"):
    val log = MemoryEventLog()
    using(log): system =>
      add(system, "Note|1", "a", "b")(text => Set(text))
      add(system, "Other|1", "c")(_ => Set("a"))
      add(system, "Note|2", "d")(_ => Set.empty)
      val journal = BrineReadJournalSuite.of(system)
      assertEquals(all(system, journal.currentPersistenceIds()), Vector("Note|1", "Other|1", "Note|2"))
      assertEquals(
        all(system, journal.currentEventsByPersistenceId("Note|1", 0, Long.MaxValue)).map(short),
        Vector((Sequence(1), "Note|1", 1L, "a"), (Sequence(2), "Note|1", 2L, "b"))
      )
      assertEquals(all(system, journal.currentEventsByPersistenceId("Note|1", 2, 2)).map(_.event), Vector("b"))
      assertEquals(all(system, journal.currentEventsByPersistenceId("Note|1", 3, 2)).map(_.event), Vector.empty)
      // Event b has the tag of a's write in the log, and not its own.
      assertEquals(all(system, journal.currentEventsByTag("a", NoOffset)).map(_.event), Vector("a", "c"))
      assertEquals(all(system, journal.currentEventsByTag("a", Sequence(1))).map(_.event), Vector("c"))
      assertEquals(all(system, journal.currentEventsByTag("none", NoOffset)).map(_.event), Vector.empty)
      assertEquals(all(system, journal.currentAllEvents(Sequence(2))).map(_.event), Vector("c", "d"))
      val ranges = journal.sliceRanges(4)
      val sliced = ranges.map: range =>
        all(system, journal.currentEventsBySlices[String]("Note", range.min, range.max, NoOffset))
      assertEquals(sliced.flatten.map(_.event).toSet, Set[String]("a", "b", "d"))
      assertEquals(sliced.flatten.size, 3)
      assert(sliced.flatten.forall(event => event.entityType == "Note"))
      assert(ranges.zip(sliced).forall((range, events) => events.forall(event => range.contains(event.slice))))
      assertEquals(await(journal.loadEnvelope[String]("Note|1", 2)).event, "b")
      assert(await(journal.timestampOf("Note|1", 1)).isDefined)
      assertEquals(await(journal.timestampOf("Note|1", 3)), None)
      assert(await(journal.loadEnvelope[String]("Note|1", 3).failed).isInstanceOf[NoSuchElementException])
    log.close()

  test("the same in Java"):
    val log = MemoryEventLog()
    using(log): system =>
      add(system, "Note|1", "a", "b")(_ => Set("tag"))
      val journal =
        PersistenceQuery(system.system).getReadJournalFor(classOf[JavaReadJournal], BrineReadJournal.Identifier)
      val sources = Vector(
        journal.currentAllEvents(NoOffset),
        journal.currentEventsByTag("tag", NoOffset),
        journal.currentEventsByPersistenceId("Note|1", 1, 9),
        journal.eventsByPersistenceId("Note|1", 1, 2)
      )
      for source <- sources do assertEquals(all(system, source.asScala).map(_.event), Vector[Any]("a", "b"))
      assertEquals(all(system, journal.currentPersistenceIds().asScala), Vector("Note|1"))
      val slices = journal.currentEventsBySlices[String]("Note", 0, 1023, NoOffset)
      assertEquals(all(system, slices.asScala).map(_.event), Vector("a", "b"))
      val range = journal.sliceRanges(2).get(1)
      assertEquals((range.first.intValue, range.second.intValue), (512, 1023))
      assertEquals(journal.loadEnvelope[String]("Note|1", 2).toCompletableFuture.get.event, "b")
      assert(journal.timestampOf("Note|1", 9).toCompletableFuture.get.isEmpty)
    log.close()

  test("live queries pass what there is and what comes, end at their last number, and when they are cancelled"):
    val log = MemoryEventLog()
    using(log): system =>
      given org.apache.pekko.stream.Materializer = materializer(system)
      val journal                                = BrineReadJournalSuite.of(system)
      add(system, "notes-1", "a")(_ => Set("tag"))
      val tagged = journal.eventsByTag("tag", NoOffset).map(_.event).runWith(Sink.queue())
      val ids    = journal.persistenceIds().runWith(Sink.queue())
      val one    = journal.eventsByPersistenceId("notes-1", 1, 3).map(_.event).runWith(Sink.seq)
      val slices = journal.eventsBySlices[String]("", 0, 1023, NoOffset).map(_.event).runWith(Sink.queue())
      val every  = journal.allEvents(NoOffset).map(_.event).runWith(Sink.queue())
      assertEquals(await(tagged.pull()), Some("a"))
      assertEquals(await(ids.pull()), Some("notes-1"))
      val waiting = tagged.pull()
      add(system, "notes-1", "b")(_ => Set.empty)
      add(system, "notes-2", "c")(_ => Set("tag"))
      add(system, "notes-1", "d", "e")(_ => Set.empty)
      assertEquals(await(waiting), Some("c"))
      assertEquals(await(ids.pull()), Some("notes-2"))
      assertEquals(await(one).toVector, Vector("a", "b", "d"))
      assertEquals(Vector.fill(5)(await(every.pull())), Vector("a", "b", "c", "d", "e").map(Some(_)))
      tagged.cancel()
      ids.cancel()
      every.cancel()
      assertEquals(Vector.fill(5)(await(slices.pull())), Vector("a", "b", "c", "d", "e").map(Some(_)))
      slices.cancel()
    log.close()

  test("recoveries and queries close what they have opened, also when they are cancelled while they wait"):
    val log = OpenCursors(MemoryEventLog())
    using(log): system =>
      given org.apache.pekko.stream.Materializer = materializer(system)
      val journal                                = BrineReadJournalSuite.of(system)
      val probe                                  = system.kit.createTestProbe[Any]()
      add(system, "notes-1", "a", "b")(_ => Set("tag"))
      val live = Vector(
        journal.allEvents(NoOffset),
        journal.eventsByTag("tag", NoOffset),
        journal.eventsByPersistenceId("notes-1", 1, 9)
      )
      val queues = live.map(_.map(_.event).runWith(Sink.queue()))
      for queue <- queues; event <- Vector("a", "b") do assertEquals(await(queue.pull()), Some[Any](event))
      val waiting = queues.map(_.pull())
      probe.awaitAssert(assertEquals(log.open.get, live.size), 20.seconds)
      queues.foreach(_.cancel())
      waiting.foreach(pull => Await.ready(pull, 20.seconds): Unit)
      all(system, journal.currentAllEvents(NoOffset).take(1)): Unit
      all(system, journal.currentPersistenceIds()): Unit
      await(journal.timestampOf("notes-1", 1)): Unit
      assertEquals(system.notes(system.spawn(Notes("notes-1"))), Vector("a", "b"))
      probe.awaitAssert(assertEquals(log.open.get, 0), 20.seconds)
    log.close()

  test("what entities need for themselves, and deletions of streams, are in no query"):
    val log      = MemoryEventLog()
    val actors   = brine.actor.ActorSystem()
    val entities = Entities.open(log, actors)(Accounts)
    val ada      = entities("ada")
    assertEquals(ada.answer(brine.entity.Account.Deposit(5), Some(UUID(0, 1))).value, 5L)
    assertEquals(entities("bob").answer(brine.entity.Account.Deposit(7), Some(UUID(0, 2))).value, 7L)
    entities.close()
    actors.shutdown(): Unit
    assert(log.delete("account-bob").await().isRight)
    val setup = BrinePersistence.setup(log).withEvents[brine.entity.AccountEvent]
    Using.resource(PersistenceSystem(setup)): system =>
      add(system, "notes-1", "a")(_ => Set("tag"))
      given org.apache.pekko.stream.Materializer = materializer(system)
      val journal                                = BrineReadJournalSuite.of(system)
      val names                                  = Vector("account-ada", "account-bob", "notes-1")
      assertEquals(all(system, journal.currentAllEvents(NoOffset)).map(_.persistenceId), names)
      assertEquals(await(journal.allEvents(NoOffset).take(3).runWith(Sink.seq)).map(_.persistenceId).toVector, names)
      assertEquals(all(system, journal.currentPersistenceIds()), names)
      assertEquals(await(journal.persistenceIds().take(3).runWith(Sink.seq)).toVector, names)
      val slices = journal.currentEventsBySlices[Any]("", 0, 1023, NoOffset)
      assertEquals(all(system, slices).map(_.persistenceId), names)
      assertEquals(all(system, journal.currentEventsByTag(StreamDeleted.Tag, NoOffset)).size, 0)
      val replies = log.readAll[Stored]().toVector.toOption.get.map(_.stream).find(_.startsWith("brine.")).get
      assertEquals(all(system, journal.currentEventsByPersistenceId(replies, 0, 9)).size, 0)
      assertEquals(await(journal.timestampOf(replies, 1)), None)
      for number <- 1L to 3L do
        assertEquals(await(journal.timestampOf("account-bob", number)), None)
        val later = journal.currentEventsByPersistenceId("account-bob", number, Long.MaxValue)
        assertEquals(all(system, later).size, 0)
    log.close()

  test("a query over all events fails at one of a type that is not registered, and says which, where and what to do"):
    val log = MemoryEventLog()
    assert(log.append("other-1", ExpectedVersion.NoStream, Seq(BrineReadJournalSuite.Foreign(5))).await().isRight)
    using(log): system =>
      given org.apache.pekko.stream.Materializer = materializer(system)
      val journal                                = BrineReadJournalSuite.of(system)
      for query <- Vector(journal.currentAllEvents(NoOffset), journal.allEvents(NoOffset)) do
        val problem = await(query.runWith(Sink.seq).failed).getMessage
        for part <- Vector("record 1", "event 1 of 'other-1'", "Foreign", "withEvents") do
          assert(problem.contains(part), problem)
    log.close()

  test("a query ends at once if no event with its numbers can come"):
    val log = MemoryEventLog()
    using(log): system =>
      val journal = BrineReadJournalSuite.of(system)
      for id <- Vector("none", "notes-1"); (from, to) <- Vector((0L, 0L), (-5L, -3L), (Long.MinValue, 0L), (3L, 2L)) do
        assertEquals(all(system, journal.eventsByPersistenceId(id, from, to)).size, 0, s"$id: $from to $to")
        assertEquals(all(system, journal.currentEventsByPersistenceId(id, from, to)).size, 0, s"$id: $from to $to")
      add(system, "notes-1", "a", "b", "c", "d")(_ => Set.empty)
      BrinePersistence(system.system).states(BrinePersistence.LogPath).delete("notes-1", 3)
      for (from, to) <- Vector((1L, 2L), (2L, 3L), (Long.MinValue, 3L), (0L, 0L)) do
        assertEquals(all(system, journal.eventsByPersistenceId("notes-1", from, to)).size, 0, s"$from to $to")
      for (from, to) <- Vector((1L, 4L), (4L, 4L), (Long.MinValue, 4L)) do
        assertEquals(all(system, journal.eventsByPersistenceId("notes-1", from, to)).map(_.event), Vector[Any]("d"))
      assert(log.delete("notes-1").await().isRight)
      for to <- Vector(1L, 4L, 5L) do
        assertEquals(all(system, journal.eventsByPersistenceId("notes-1", 1, to)).size, 0, s"up to $to")
    log.close()

  test("many events, by part and whole"):
    val log = MemoryEventLog()
    using(log): system =>
      given org.apache.pekko.stream.Materializer = materializer(system)
      val journal                                = BrineReadJournalSuite.of(system)
      val texts                                  = (1 to 10_000).map(_.toString)
      add(system, "notes-1", texts*)(_ => Set.empty)
      val read = journal.eventsByPersistenceId("notes-1", 1, 10_000).map(_.event.toString)
      assertEquals(await(read.take(5).runWith(Sink.seq)).toVector, texts.take(5).toVector)
      assertEquals(all(system, read), texts.toVector)
    log.close()

  test("queries fail when the log is closed"):
    val log = MemoryEventLog()
    using(log): system =>
      given org.apache.pekko.stream.Materializer = materializer(system)
      val journal                                = BrineReadJournalSuite.of(system)
      add(system, "notes-1", "a")(_ => Set.empty)
      val live = journal.allEvents(Sequence(1)).runWith(Sink.seq)
      log.close()
      assert(await(live.failed).isInstanceOf[JournalException])
      assert(await(journal.currentAllEvents(NoOffset).runWith(Sink.seq).failed).isInstanceOf[JournalException])

object BrineReadJournalSuite:
  final case class Foreign(n: Int) derives brine.codec.Codec

  def of(system: PersistenceSystem): BrineReadJournal =
    PersistenceQuery(system.system).readJournalFor[BrineReadJournal](BrineReadJournal.Identifier)
