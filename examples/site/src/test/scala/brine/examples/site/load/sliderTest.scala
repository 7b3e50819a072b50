package brine.examples.site.load

import brine.examples.site.TestService
import brine.examples.site.json.SiteJson
import brine.examples.site.json.SiteJson.given
import brine.examples.site.model.*
import java.util.{SplittableRandom, UUID}
import org.HdrHistogram.Histogram

/** Rebuilds the views of a store, and moves the slider of the site with the most events to random versions, over HTTP,
  * one move after the other. Prints how long that took.
  *
  * Before it measures, it compares the views and some states with those that follow from the events of the store. The
  * first rebuild, the first three moves that read the whole history and the first hundred of the others are not
  * counted. Each move is checked to have the version that was asked for.
  *
  * @param store
  *   such as `files:FOLDER`
  */
@main def sliderTest(store: String, moves: Int): Unit =
  Machine.print()
  MeasuredSlider(store, moves)

private[load] object MeasuredSlider:
  def apply(store: String, moves: Int): Unit =
    require(moves > 0, s"moves is $moves: it must be above zero")
    val service = TestService(store)
    try
      val test = Slider(service)
      test.check()
      test.rebuild(): Unit
      println(f"views: both rebuilt from ${test.events}%d events in ${test.rebuild()}%.1f s")
      val whole = test.times(3, 5) {
        test.forget()
        test.newest
      }
      println(
        f"slider: a site of ${test.newest}%d events; a move that reads all of them: median " +
          f"${whole.getValueAtPercentile(50) / 1e6}%.0f ms of ${whole.getTotalCount}%d, longest ${whole.getMaxValue / 1e6}%.0f ms"
      )
      val times = test.times(100, moves)(test.anywhere)
      println(
        f"slider: $moves%d other moves: p50 ${times.getValueAtPercentile(50) / 1e6}%.1f ms, " +
          f"p99 ${times.getValueAtPercentile(99) / 1e6}%.1f ms, longest ${times.getMaxValue / 1e6}%.1f ms"
      )
    finally service.close()

private final class Slider(service: TestService):
  private val random = SplittableRandom(1)
  private val end    = service.store.log.durable
  waitFor(_.status.current.position.sequence >= end.sequence)

  private val (sites, kinds) = service.service.statistics()
  private val site           =
    service.service.search("", Long.MaxValue, Int.MaxValue, end).maxByOption(_.version).getOrElse {
      throw IllegalArgumentException(s"there is no site in ${service.flag}: import a file of events first")
    }

  val newest: Long = site.version
  val events: Long = kinds.map((_, count) => count).sum

  /** Compares what is measured with what follows from the events. */
  def check(): Unit =
    val asked  = (Iterator.fill(100)(anywhere) ++ List(0L, 1L, newest)).toSet
    var state  = Sites.initial
    def same() =
      if asked(state.version) then
        val answer = service.client.get(path(state.version)).require(200).body
        val plain  = state.site.fold[ujson.Value](ujson.Null)(SiteJson.writeJs(_))
        if answer("version").num.toLong != state.version || ujson.read(ujson.write(answer("site"))) != plain then
          throw AssertionError(s"version ${state.version} is $answer, and should be $plain")
    same()
    service.store.log
      .read[SiteChange](Sites.stream(site.id.toString))
      .foreach: record =>
        state = Sites.evolve(state, record.value)
        same()
      .fold(error => throw AssertionError(error.message), identity)
    checkViews(state)
    println(s"checked: ${asked.size} states and the views are those that follow from the events")

  private def checkViews(state: SiteState): Unit =
    val row = service.service.search("", Long.MaxValue, Int.MaxValue, end).find(_.id == site.id)
    if !row.exists(row => row.version == state.version && state.site.map(_.name).contains(row.name)) then
      throw AssertionError(s"the list has $row, and not $state")
    var count = 0L
    service.store.log
      .readQuery[SiteChange](brine.journal.Query.category(Sites.name))
      .foreach(_ => count += 1)
      .fold(error => throw AssertionError(error.message), identity)
    if count != events || service.service.statistics() != (sites, kinds) then
      throw AssertionError(s"there are $count events, and statistics of $events")

  /** Builds both views again.
    *
    * @return
    *   seconds
    */
  def rebuild(): Double =
    val names  = service.service.views.keys.toList
    val before = service.service.views.view.mapValues(_.status.version).toMap
    val sent   = System.nanoTime
    names.foreach(name => service.client.post(s"/api/views/$name/rebuild", "").require(202))
    waitFor(view => view.status.version == before(view.name) + 1 && view.status.rebuild.isEmpty)
    val took = (System.nanoTime - sent) / 1e9
    if service.service.statistics() != (sites, kinds) then throw AssertionError("the rebuilt view has other numbers")
    took

  /** Lets the service forget the history of the site: it keeps those of the last sites that were asked for. */
  def forget(): Unit =
    for number <- 1 to 100 do service.client.get(s"/api/sites/${UUID(0, number.toLong)}/state?version=0").require(200)

  /** Moves the slider to versions, first some times that are not counted. */
  def times(before: Int, moves: Int)(next: => Long): Histogram =
    val times = Histogram(60_000_000_000L, 3)
    for number <- 1 to before + moves do
      val version = next
      val sent    = System.nanoTime
      val answer  = service.client.get(path(version))
      val took    = System.nanoTime - sent
      if answer.require(200).body("version").num.toLong != version then throw AssertionError(s"$version is $answer")
      if number > before then times.recordValue(took)
    times

  /** A version. */
  def anywhere: Long = random.nextLong(newest + 1)

  private def path(version: Long) = s"/api/sites/${site.id}/state?version=$version"

  private def waitFor(holds: brine.examples.site.views.View => Boolean): Unit =
    while !service.service.views.values.forall(holds) do
      for view <- service.service.views.values; problem <- view.status.current.end do throw AssertionError(s"$problem")
      Thread.sleep(10)
