package brine.lab.harness

final class CompilersSuite extends munit.FunSuite:
  private val window = Compilers.WINDOW_NANOS
  private val busy   = (Compilers.RESTING * window / 1e6).toLong

  /** Whether they rest after each look: how much later in windows it is, and how long they have worked since. */
  private def rest(looks: (Double, Long)*): Seq[Boolean] =
    val compilers = Compilers()
    var nanos     = 12_345L
    var worked    = 7_000L
    compilers.look(nanos, worked)
    assert(!compilers.rest, "nothing is known after one look")
    for (windows, millis) <- looks yield
      nanos += (windows * window).toLong
      worked += millis
      compilers.look(nanos, worked)
      compilers.rest

  test("they rest if they worked for a small part of a window, and for as long as no later one is known"):
    assertEquals(rest(1.0 -> (busy - 1)), Seq(true))
    assertEquals(rest(1.0 -> busy), Seq(false))
    assertEquals(rest(1.0 -> 0, 0.6 -> busy, 0.6 -> 0, 1.0 -> 0), Seq(true, true, true, true))
    assertEquals(rest(1.0 -> 0, 0.6 -> 2 * busy, 0.6 -> 0, 1.0 -> 0), Seq(true, true, false, true))
    assertEquals(rest(10.0 -> 9 * busy, 10.0 -> 11 * busy), Seq(true, false))

  test("they do not rest before a window is over"):
    assertEquals(rest(0.3 -> 0, 0.3 -> 0, 0.3 -> 0, 0.3 -> 0), Seq(false, false, false, true))

  test("a JVM that was started instead of another one begins a window"):
    assertEquals(rest(1.0 -> 0, 0.1 -> -5000, 0.9 -> 0, 0.2 -> 0), Seq(true, false, false, true))
