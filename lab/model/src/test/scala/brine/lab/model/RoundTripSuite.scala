package brine.lab.model

import java.util.{List as JList, Optional, Set as JSet}

import brine.lab.peer.{Format, Input, Library}

/** That the check of the peers can fail. */
class RoundTripSuite extends munit.FunSuite:
  private val input = Input(Optional.empty())

  /** Writes the number of the value; what is read back is up to the test. */
  private class Numbers(readBack: (Vector[AnyRef], Int) => AnyRef, reuse: Boolean) extends ModelPeer:
    def libraries: JList[Library] = JList.of(Library("numbers", "1", JSet.of(), "for this test"))

    private def format(all: Vector[AnyRef]): Format = new ModelFormat(all):
      private val shared                     = Array(0.toByte)
      def encode(value: Object): Array[Byte] =
        val bytes = if reuse then shared else Array(0.toByte)
        bytes(0) = all.indexOf(value).toByte
        bytes
      def decode(bytes: Array[Byte], index: Int): Object = readBack(all, bytes(0))

    protected def site(library: String, site: Site): Format                      = format(Vector(site))
    protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = format(events)
    protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
      throw UnsupportedOperationException("this peer knows sites only")

  private def check(peer: Numbers, study: String, name: String) =
    RoundTrip.check(peer, "numbers", study, name, input)

  test("a right peer passes, with the sum of its bytes"):
    assertEquals(check(Numbers(_.apply(_), reuse = false), "site", "events-1k"), RoundTrip.Done(14))

  test("a wrong value is found"):
    val e = intercept[AssertionError](check(Numbers((all, _) => all(0), reuse = false), "site", "events-1k"))
    assert(e.getMessage.startsWith("numbers, site events-1k: value 1 was SiteRevisionSet(1)"), e.getMessage)

  test("a site is made of its events by either fold, and a wrong one is found"):
    for name <- Cases.Rebuild.filter(_.endsWith("-1k")) do
      assertEquals(check(Numbers(_.apply(_), reuse = false), "site", name), RoundTrip.Done(14))
      // Right at first, while each value is compared, and wrong when the site is made.
      var read  = 0
      val fails = Numbers(
        (all, at) =>
          read += 1
          if read == 14 + 3 then SiteNameSet("another") else all(at)
        ,
        reuse = false
      )
      val e = intercept[AssertionError](check(fails, "site", name))
      assertEquals(e.getMessage, s"numbers, site $name: what the values make together differs from the original")

  test("a library that decodes to classes of its own makes no site of the model's"):
    val foreign = new Numbers(_.apply(_), reuse = false):
      override protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
        new ModelFormat(events.map(_.toString)):
          def encode(value: Object): Array[Byte]             = Array(0.toByte)
          def decode(bytes: Array[Byte], index: Int): Object = values(index)
    check(foreign, "site", "rebuild-1k") match
      case RoundTrip.Unsupported(reason) => assert(reason.contains("classes of its own"), reason)
      case done                          => fail(done.toString)

  test("an array that is written into again is found"):
    intercept[AssertionError](check(Numbers(_.apply(_), reuse = true), "site", "events-1k"))

  test("a case that a library cannot do has its reason"):
    assertEquals(
      check(Numbers(_.apply(_), reuse = false), "evactor", "events-10"),
      RoundTrip.Unsupported("this peer knows sites only")
    )

  test("a case that there is not is an error"):
    List(
      "site"    -> "site-3k",
      "site"    -> "events-10",
      "site"    -> "rebuild-published",
      "site"    -> "rebuild-published-3k",
      "books"   -> "books",
      "evactor" -> "events-0",
      "evactor" -> "site-1k",
      "x"       -> "y"
    )
      .foreach((study, name) => intercept[IllegalArgumentException](check(Numbers(_.apply(_), false), study, name)))
