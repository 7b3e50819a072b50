package brine.examples.site.history

import brine.entity.EntityHistory
import brine.examples.site.model.*
import brine.examples.site.{RandomCommands, TestService}
import java.util.UUID

class SiteHistoriesSuite extends munit.FunSuite:
  private val id = UUID(1, 2)

  /** A site with random events in a log. */
  private def withSite(seed: Long)(body: (TestService, RandomCommands) => Unit): Unit = TestService.use(): running =>
    val commands = RandomCommands(seed)
    val create   = SiteCommand.CreateSite(UUID(0, 1), SiteType.Html5, "Shop", "Books")
    running.service.change(id, Vector(create), None, None): Unit
    for _ <- 1 to 300 do running.service.change(id, Vector(commands.next()), None, None): Unit
    body(running, commands)

  test("every version, time, difference and last change is that of the plain history"):
    withSite(1): (running, _) =>
      val plain = EntityHistory(running.store.log, Sites)(id.toString)
      val most  = plain.now.version
      assert(most > 100, most)
      val steps = Vector.newBuilder[EntityHistory.Step[SiteChange, SiteState]]
      plain.foreach(steps += _)
      val all = steps.result()
      for every <- List(1, 7, 100, 1000) do
        val kept = SiteHistories(running.store.log, every)(id)
        for version <- 0L to most + 2 do
          val (state, record) = kept.at(version)
          assertEquals(state, plain.atVersion(version), s"$every, $version")
          assertEquals(record.map(_.version), Option.when(version > 0)(math.min(version, most)))
        for step <- all do
          val (state, record) = kept.at(step.record.at)
          assertEquals(state, plain.at(step.record.at), step.record.version)
          assertEquals(record.map(_.version), Some(state.version))
        assertEquals(kept.at(all.head.record.at.minusSeconds(1)), (Sites.initial, None))
        for part <- SitePart.fields.map(SitePart.Field(_)) :+ SitePart.OfPage("/") :+ SitePart.OfComponent(UUID(0, 2))
        do assertEquals(kept.lastChange(part.of), plain.lastChange(part.of), s"$every, $part")
        for (from, to) <- List((0L, most), (10L, 20L), (most, 5L)) do
          val offsets = List(from, to).map(version => all.find(_.record.version == version).map(_.record.offset))
          for case List(Some(one), Some(two)) <- List(offsets) do
            assertEquals(kept.difference(from, to).differences, plain.difference(one, two).differences)

  test("events that come later are seen"):
    withSite(2): (running, commands) =>
      val kept = SiteHistories(running.store.log, 10)(id)
      for _ <- 1 to 50 do
        val before = kept.at(Long.MaxValue)._1
        running.service.change(id, Vector(commands.next()), None, None): Unit
        val now = running.service.site(id).value
        assertEquals(kept.at(Long.MaxValue)._1, now)
        assertEquals(kept.at(before.version)._1, before)

  test("a site without events has the initial state"):
    TestService.use(): running =>
      val kept = SiteHistories(running.store.log)(UUID(9, 9))
      assertEquals(kept.at(5), (Sites.initial, None))
      assertEquals(kept.lastChange(SitePart.Field("name").of), None)
      assertEquals(kept.events(1, 10), Vector.empty)
      assert(kept.difference(0, 9).isEmpty)

  test("the parts are the fields of a site"):
    withSite(3): (running, _) =>
      assertEquals(SitePart.fields, running.service.site(id).value.site.get.productElementNames.toVector)
