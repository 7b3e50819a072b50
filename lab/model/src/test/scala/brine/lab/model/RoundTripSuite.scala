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
      "books"   -> "books",
      "evactor" -> "events-0",
      "evactor" -> "site-1k",
      "x"       -> "y"
    )
      .foreach((study, name) => intercept[IllegalArgumentException](check(Numbers(_.apply(_), false), study, name)))
