package brine.journal

import java.util.concurrent.atomic.AtomicInteger

class OneUserSuite extends munit.FunSuite:
  private val released = AtomicInteger()
  private val user     = OneUser("The records", () => released.incrementAndGet(): Unit)

  override def beforeEach(context: BeforeEach): Unit = released.set(0)

  private def inOther(body: => Unit): Option[Throwable] =
    var thrown = Option.empty[Throwable]
    val thread = Thread.ofVirtual.start: () =>
      try body
      catch case error: Throwable => thrown = Some(error)
    thread.join()
    thrown

  test("a thread may use it within its own use, and the use ends with the first one"):
    assertEquals(user.use(user.use(1) + user.use(2)), 3)
    intercept[ArithmeticException](user.use(user.use(throw ArithmeticException()))): Unit
    assertEquals(inOther(user.use(())), None)

  test("a second thread gets an error with both names, also of threads without a name"):
    user.use:
      val error = inOther(user.use(()))
      assert(clue(error).exists(_.isInstanceOf[IllegalStateException]))
      assert(error.get.getMessage.contains(s"'${Thread.currentThread.getName}' and VirtualThread[#"))
    assertEquals(inOther(user.use(())), None)

  test("what another thread ends is released when the use ends; what the same thread ends, at once"):
    val one = OneUser("The records", () => released.incrementAndGet(): Unit)
    one.use:
      assertEquals(inOther(one.end()), None)
      assert(one.isEnded)
      assertEquals(released.get, 0)
    assertEquals(released.get, 1)
    val other = OneUser("The records", () => released.incrementAndGet(): Unit)
    other.use:
      other.end()
      assertEquals(released.get, 2)
    assertEquals(released.get, 3)

  test("what nobody uses is released where it is ended, also if that fails"):
    val failing = OneUser("The records", () => throw ArithmeticException())
    intercept[ArithmeticException](failing.end()): Unit
    assert(inOther(failing.end()).exists(_.isInstanceOf[ArithmeticException]))
