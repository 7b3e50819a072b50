package brine.examples.site.load

import brine.examples.site.importing.SiteImport
import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import brine.examples.site.stores.Store
import brine.journal.{EventLogReader, Query}
import java.nio.file.{Files, Path}
import java.util.UUID
import scala.collection.mutable
import scala.util.Using

/** Imports a file of events into a new journal, several times, and prints how long it took until all events were
  * durable. The first time is not counted: it checks that the journal has the events of the file, and that importing
  * it again changes nothing.
  *
  * @param file
  *   of [[writeEvents]]
  * @param folder
  *   gets the journals, `1` for that of the first time. It must not have them
  * @param times
  *   how often, at least 2
  */
@main def importTest(file: String, folder: String, times: Int): Unit =
  Machine.print()
  MeasuredImport(Path.of(file), Path.of(folder), times)

private[load] object MeasuredImport:
  def apply(file: Path, folder: Path, times: Int): Unit =
    require(times >= 2, s"times is $times: the first one is not counted")
    for time <- 1 to times do
      val to = folder.resolve(time.toString)
      require(!Files.exists(to), s"$to exists: name a new folder")
      Using.resource(Store.open(s"files:$to").fold(wrong => throw IllegalArgumentException(wrong), identity)): store =>
        val sent    = System.nanoTime
        val events  = SiteImport(store.log)(file)
        val seconds = (System.nanoTime - sent) / 1e9
        if time == 1 then check(file, store, events)
        else println(f"import: $events%d events in $seconds%.1f s, ${events / seconds}%.0f events/s")

  private def check(file: Path, store: Store, events: Long): Unit =
    val expected = statesOf(file)
    val found    = statesOf(store.log)
    if expected.values.map(_.version).sum != events || found != expected then
      throw AssertionError("the journal does not have the events of the file")
    val end = store.log.durable
    if SiteImport(store.log)(file) != events || store.log.durable != end then
      throw AssertionError("a second import has changed the journal")
    println(s"checked: the journal has the $events events of the file, and a second import changes nothing")

  private def statesOf(file: Path): Map[UUID, SiteState] =
    val states = States()
    Using.resource(Files.newBufferedReader(file)): reader =>
      for line <- Iterator.continually(reader.readLine()).takeWhile(_ != null) do
        val read = SiteJson.parse[SiteJson.EventLine](line).fold(wrong => throw AssertionError(wrong), identity)
        states.add(read.id, SiteChange(read.event, read.timestamp))
    states.result

  private def statesOf(log: EventLogReader): Map[UUID, SiteState] =
    val states = States()
    log
      .readQuery[SiteChange](Query.category(Sites.name))
      .foreach(record => states.add(UUID.fromString(record.stream.drop(Sites.name.length + 1)), record.value))
      .fold(error => throw AssertionError(error.message), identity)
    states.result

  private final class States:
    private val of                              = mutable.HashMap.empty[UUID, SiteState]
    def add(id: UUID, change: SiteChange): Unit = of(id) = Sites.evolve(of.getOrElse(id, Sites.initial), change)
    def result: Map[UUID, SiteState]            = of.toMap
