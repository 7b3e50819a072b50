package brine.lab.model

class EvactorEventsSuite extends munit.FunSuite:
  test("events are numbered from 1, within 100 ms, with messages of five characters"):
    val events = EvactorEvents.generate(1000)
    assertEquals(events.map(_.id), Vector.tabulate(1000)(index => s"event${index + 1}"))
    assert(events.forall(event => (event.timestamp - EvactorEvents.BaseTimestamp) / 100 == 0))
    assert(events.forall(_.message.length == 5))
    assert(events.forall(_.message.forall(c => c >= 1 && c <= 0xd7ff)))

  test("a message takes 14.8 bytes in UTF-8 on average, as the published ones do"):
    val bytes = EvactorEvents.generate(10000).map(_.message.getBytes("UTF-8").length).sum
    assertEqualsDouble(bytes / 10000.0, 14.8, 0.05)

  test("the same seed gives the same events, another seed others"):
    assertEquals(EvactorEvents.generate(10), EvactorEvents.generate(10))
    assertNotEquals(EvactorEvents.generate(10), EvactorEvents.generate(10, seed = 1))
