package brine.entity.internal

import munit.FunSuite

class FailureTextSuite extends FunSuite:
  private final class Unreadable extends RuntimeException:
    override def getMessage: String = throw IllegalStateException("no message")

  test("what an exception says is part of a line"):
    val hostile = RuntimeException("one\ntwo\u001b[2J\u202e")
    assertEquals(FailureText.of(hostile), "java.lang.RuntimeException: one\\ntwo\\u001b[2J\\u202e")
    assertEquals(FailureText.message(hostile), "one\\ntwo\\u001b[2J\\u202e")

  test("an exception without a message, or that cannot say it, is named by its class"):
    assertEquals(FailureText.message(RuntimeException()), "java.lang.RuntimeException")
    assert(FailureText.message(Unreadable()).contains("Unreadable"))
    assert(FailureText.of(Unreadable()).contains("Unreadable"))

  test("a long text is cut"):
    val text = FailureText.of(RuntimeException("x" * 10_000))
    assert(text.length < 2_100 && text.endsWith("…"), text.length)
