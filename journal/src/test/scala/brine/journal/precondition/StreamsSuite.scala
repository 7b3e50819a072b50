package brine.journal.precondition

import brine.effort.Effort

class StreamsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private final class Fixture(most: Int):
    val home: TestHome   = TestHome()
    val streams: Streams = Streams(home, most)

    /** Does what the writer does with an append to a stream. */
    def append(name: String): StreamState =
      val state = streams.of(name)
      if !state.isIn(home.segment) then
        state.define(home.segment, home.streamsInSegment)
        home.streamsInSegment += 1
      state.lastVersion += 1
      state

    def roll(): Unit =
      home.segment += 1
      home.streamsInSegment = 0
      home.tagsInSegment = 0

    def known(name: String): Boolean = streams.known(name) != null

  private def names(range: Range) = range.map(n => s"stream-$n")

  test("as many as it may remember are all remembered, and found without a lookup"):
    val here = Fixture(100)
    names(1 to 100).foreach(here.streams.of)
    names(1 to 100).foreach(name => assertEquals(here.streams.of(name).name, name))
    assertEquals(here.home.lookups, 100)
    assertEquals(here.streams.streamCount, 100)

  test("of more, those that came first are forgotten, and looked up again"):
    val here = Fixture(4)
    here.home.versionOf = _.drop(7).toLong
    names(1 to 1000).foreach(here.streams.of)
    assertEquals(here.streams.streamCount, 4)
    assertEquals(names(1 to 1000).filter(here.known), names(997 to 1000))
    assertEquals(here.streams.of("stream-5").lastVersion, 5L)
    assertEquals(here.home.lookups, 1001)

  test("streams of the current segment stay, however many they are; once it has ended, they go"):
    val here = Fixture(4)
    names(1 to 50).foreach(here.append)
    assert(here.streams.trim())
    assertEquals(here.streams.streamCount, 50)
    here.roll()
    // The first look finds that they were used.
    assert(here.streams.trim() && here.streams.trim())
    assertEquals(here.streams.streamCount, 4)

  test("a stream that is appended to now and then outlives those that are not"):
    val here = Fixture(10)
    here.append("used")
    for n <- 1 to 200 do
      here.roll()
      names(n * 5 until n * 5 + 5).foreach(here.streams.of)
      here.append("used")
      assert(here.known("used"), s"after $n")
    assertEquals(here.home.lookups, 1001)

  test("nothing is forgotten as long as a slot that was claimed before is not handled"):
    val here = Fixture(1)
    here.home.claimed = 1
    here.streams.of("a")
    names(1 to 20).foreach(here.streams.of)
    assert(here.known("a"))
    assert(!here.streams.trim())
    assertEquals(here.streams.streamCount, 21)
    assertEquals(here.streams.round % 2, 1L)
    here.home.handled = 1
    assert(here.streams.trim())
    assertEquals(here.streams.streamCount, 1)
    assertEquals(here.streams.round % 2, 0L)

  test("who keeps a stream that is about to be forgotten keeps it"):
    val here  = Fixture(1)
    val state = here.streams.of("a")
    here.home.claimed = 1
    here.streams.of("b")
    here.home.claimed = 2 // by the one who keeps it
    assert(state.keep())
    here.home.handled = 1
    here.streams.trim(): Unit
    assert(here.streams.known("a") eq state)
    assert(state.keep())
    here.home.handled = 2
    here.streams.trim(): Unit
    assertEquals(here.streams.streamCount, 1)

  test("a stream that was forgotten is not kept"):
    val here  = Fixture(1)
    val state = here.streams.of("a")
    here.streams.of("b"): Unit
    assert(!state.keep())
    assert(here.streams.of("a") ne state)

  test("pinned states stay until they are released"):
    val here = Fixture(1)
    val pins = Pins(here.streams)
    val all  = names(1 to 10).map(pins.stream)
    names(20 to 90).foreach(here.streams.of)
    all.foreach(state => assert(here.streams.known(state.name) eq state))
    pins.release()
    assert(here.streams.trim())
    assertEquals(here.streams.streamCount, 1)

  test("a lookup that another append overtakes in a segment that ends meanwhile is repeated"):
    val here     = Fixture(1)
    var hasBegun = false
    var version  = 0L
    here.home.versionOf = name =>
      val found = if name == "a" then version else 0
      if name == "a" && !hasBegun then
        hasBegun = true
        here.append("a"): Unit
        here.roll()
        version = 1
        names(1 to 10).foreach(here.append)
        here.roll()
        names(11 to 20).foreach(here.streams.of)
        assert(!here.known("a"))
      found
    assertEquals(here.streams.of("a").lastVersion, 1L)

  test("streams that recovery finds in a segment that has ended are taken up to the number"):
    val here = Fixture(4)
    names(1 to 50).foreach(here.streams.recoveredInEnded(_, 7))
    assertEquals(here.streams.streamCount, 4)
    assertEquals(here.streams.of("stream-1").lastVersion, 7L)
    assertEquals(here.home.lookups, 0)

  test("a tag stays as long as an event with it is remembered; another state of it is not older than its last event"):
    val here = Fixture(1)
    val tag  = here.streams.tag("a")
    tag.last = 10
    here.home.oldestRemembered = 10
    names(1 to 20).foreach(here.streams.tag)
    assert(here.streams.knownTag("a") eq tag)
    here.home.oldestRemembered = 11
    assert(here.streams.trim())
    assertEquals(here.streams.tagCount, 1)
    assertEquals(here.streams.tag("a").last, 10L)

  test("a tag that an append keeps and uses at the moment when it would be forgotten makes no other tag as young"):
    val here = Fixture(1)
    val tag  = here.streams.tag("a")
    tag.last = 10
    here.home.oldestRemembered = 11
    here.home.claimed = 1
    here.streams.tag("b"): Unit
    assertEquals(here.streams.round % 2, 1L)
    // What an append and the writer do, on a thread of their own, right after somebody has looked at the tag's last
    // event: unless they have to wait for that one.
    val using = Thread.ofPlatform().daemon().unstarted(() => if tag.keep() then tag.last = 20)
    here.home.onOldest = () =>
      here.home.onOldest = () => ()
      using.start()
      while using.isAlive && using.getState != Thread.State.BLOCKED do Thread.`yield`()
    here.home.handled = 1
    here.streams.trim(): Unit
    using.join()
    assertEquals(here.streams.tag("unknown").last, 10L)

  test("a new state of a tag that no event has had is not as old as the last tag that was forgotten"):
    val here = Fixture(1)
    here.streams.tag("a").last = 10
    here.home.oldestRemembered = 11
    names(1 to 20).foreach(here.streams.tag(_))
    assertEquals(here.streams.tag("unknown").last, 10L)
    here.home.unusedHashOf = name => if name == "unused" then 7 else 0
    val unused = here.streams.tag("unused")
    assertEquals((unused.last, unused.hash, unused.knowsAll), (0L, 7L, true))
    assert(!here.streams.tag("unknown").knowsAll)

  test("kinds that only conditions name are forgotten, those of schemas are not"):
    val here    = Fixture(4)
    val lasting = here.streams.lastingKind("of a schema")
    names(1 to 500).foreach(here.streams.kind)
    assert(here.streams.kindCount <= 5, here.streams.kindCount)
    assert(here.streams.kind("of a schema") eq lasting)

  test("random interleavings of appends, conditions, rolls and lookups use the one state of each name"):
    for seed <- 1 to Effort.nameInterleavings do StreamsSimulation(seed).run(1500)

  private def isFound(simulation: Int => StreamsSimulation): Unit =
    intercept[AssertionError](for seed <- 1 to 200 do simulation(seed).run(1500)): Unit

  test("appends that do not ask whether their states are kept are found out"):
    isFound(StreamsSimulation(_, asks = false))

  test("forgetting before the writer has handled the slots is found out"):
    isFound(StreamsSimulation(_, waits = false))
