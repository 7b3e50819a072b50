package brine.lab.harness

import brine.lab.peer.Experiment

final class CompatibilitySuite extends munit.FunSuite:
  private def outcome(reads: Array[Byte] => Object, writes: => Array[Byte] = "new".getBytes): String =
    Compatibility.outcome(
      new Experiment:
        def name: String                       = "forward-event"
        def way: String                        = ""
        def write(): Array[Byte]               = writes
        def read(bytes: Array[Byte]): Object   = reads(bytes)
        def expected: Object                   = "new"
        def isExpected(value: Object): Boolean = value == expected
    )

  test("what is expected works"):
    assertEquals(outcome(String(_)), "works")

  test("another value is wrong, and both are shown in one line"):
    assertEquals(outcome(_ => "ol\nd"), "wrong value: ol d instead of new")
    assertEquals(outcome(_ => null), "wrong value: null instead of new")
    assert(outcome(_ => "long " * 100).length < 200)

  test("an exception or an error of the reader is an outcome with its message"):
    assertEquals(
      outcome(_ => throw IllegalStateException("no such field")),
      "exception: IllegalStateException: no such field"
    )
    assertEquals(outcome(_ => throw UnsupportedOperationException("too new")), "exception: too new")
    assertEquals(outcome(_ => throw OutOfMemoryError("array")), "exception: OutOfMemoryError: array")

  test("a writer that throws is no outcome"):
    intercept[IllegalStateException](outcome(String(_), throw IllegalStateException("cannot write")))
