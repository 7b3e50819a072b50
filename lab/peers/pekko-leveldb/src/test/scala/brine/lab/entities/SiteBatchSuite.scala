package brine.lab.entities

import brine.lab.model.entity.{SiteEntity, SiteEntityModel, SiteRequest, SiteState}

final class SiteBatchSuite extends munit.FunSuite:

  test("requests of all kinds, in batches of any size, lead to the replies and the state of the model"):
    val model    = SiteEntityModel()
    val requests = (0 until 2000).map(number => model.any("site-1", number).asInstanceOf[SiteRequest])
    val random   = scala.util.Random(5)
    val expected = model.expected()
    var state    = SiteState.initial
    var left     = requests.toVector
    while left.nonEmpty do
      val (batch, later) = left.splitAt(random.nextInt(9))
      val decided        = SiteBatch.decide(state, batch)
      assertEquals(decided.replies, batch.map(request => expected.execute(request)))
      state = decided.changes.foldLeft(state)(SiteEntity.evolve)
      assertEquals(state, expected.state())
      left = later
