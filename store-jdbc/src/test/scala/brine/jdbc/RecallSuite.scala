package brine.jdbc

import brine.jdbc.internal.appending.{Head, Recall}

class RecallSuite extends munit.FunSuite:
  private val first = Head(seq = 10, name = 5, schema = 2, micros = 100)

  private def moved(head: Head, schemas: Int = 0) = head.copy(seq = head.seq + 1, schema = head.schema + schemas)

  test("a head is expected until another one is found, and again once it is found where it was left"):
    val recall = Recall()
    assertEquals(recall.expected, None)
    recall.found(first)
    assertEquals(recall.expected, Some(first))
    recall.committed(moved(first), Nil)
    assertEquals(recall.expected, Some(moved(first)))
    recall.missed()
    assertEquals(recall.expected, None)
    recall.found(moved(moved(first)))
    assertEquals(recall.expected, None)
    recall.found(moved(moved(first)))
    assertEquals(recall.expected, Some(moved(moved(first))))
    recall.forget()
    assertEquals(recall.expected, None)

  test("a version is certain with its head, likely with a later one, and gone if versions may be left out"):
    val recall = Recall()
    recall.found(first)
    val own = moved(first)
    recall.committed(own, Seq("a" -> 3L))
    recall.found(own)
    assertEquals((recall.version("a"), recall.likely("a")), (Some(3L), Some(3L)))
    assertEquals((recall.version("b"), recall.likely("b")), (None, None))
    recall.found(moved(own))
    assertEquals((recall.version("a"), recall.likely("a")), (None, Some(3L)))
    // That of the own commit is certain again, others are not.
    recall.committed(moved(moved(own)), Seq("b" -> 1L))
    assertEquals((recall.version("a"), recall.likely("a")), (None, Some(3L)))
    assertEquals((recall.version("b"), recall.likely("b")), (Some(1L), Some(1L)))
    recall.found(moved(own, schemas = 1))
    assertEquals((recall.likely("a"), recall.likely("b")), (None, None))

  test("a schema of its own commit takes no versions away, and forgetting takes all"):
    val recall = Recall()
    recall.found(first)
    recall.committed(moved(first, schemas = 1), Seq("a" -> 3L))
    recall.found(moved(first, schemas = 1))
    assertEquals(recall.version("a"), Some(3L))
    recall.forget()
    assertEquals(recall.likely("a"), None)
    recall.found(moved(first, schemas = 1))
    assertEquals(recall.likely("a"), None)

  test("the oldest versions are forgotten if they are too many"):
    val recall = Recall(most = 2)
    recall.found(first)
    recall.committed(first, Seq("a" -> 1L, "b" -> 1L))
    assertEquals(recall.likely("a"), Some(1L))
    recall.committed(first, Seq("c" -> 1L))
    assertEquals(Vector("a", "b", "c").map(recall.likely), Vector(Some(1L), None, Some(1L)))

  test("the more groups in a row an index refuses, the longer it is before the next is left to one"):
    val recall       = Recall()
    def pause(): Int = Iterator.continually(recall.trusts()).takeWhile(!_).size
    recall.found(first)
    recall.committed(first, Seq("a" -> 1L, "b" -> 1L))
    assertEquals(pause(), 0)
    recall.refused(Seq("a"))
    assertEquals((recall.likely("a"), recall.likely("b")), (None, Some(1L)))
    assertEquals(pause(), 2)
    val pauses = Vector.fill(7):
      recall.refused(Nil)
      pause()
    assertEquals(pauses, Vector(4, 8, 16, 32, 64, 64, 64))
    recall.taken()
    recall.refused(Nil)
    assertEquals(pause(), 2)
