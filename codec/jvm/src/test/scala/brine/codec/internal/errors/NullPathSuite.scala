package brine.codec.internal.errors

import brine.codec.{Codec, EncodeError, Shared}

import scala.concurrent.duration.*

object NullPathSuite:
  final case class Leaf(name: String, at: Option[Int])
  final case class Node(
      leaf: Leaf,
      maybe: Option[Leaf],
      side: Either[Int, Leaf],
      all: Vector[Leaf],
      byName: Map[String, Leaf],
      pair: (Int, Leaf),
      array: Array[Leaf],
      same: Shared[Leaf],
      more: List[Shared[Leaf]]
  ) derives Codec

  final case class Person(name: String, var friends: List[Shared[Person]]) derives Codec

  private val good = Leaf("a", None)

  /** A value with this leaf at one of its places, and the path of each place. */
  private def places(leaf: Leaf): List[(String, Node)] =
    val node =
      Node(good, Some(good), Right(good), Vector(good), Map("k" -> good), (1, good), Array(good), Shared(good), Nil)
    List(
      "leaf"       -> node.copy(leaf = leaf),
      "maybe"      -> node.copy(maybe = Some(leaf)),
      "side.value" -> node.copy(side = Right(leaf)),
      "all[1]"     -> node.copy(all = Vector(good, leaf, good)),
      "byName[k]"  -> node.copy(byName = Map("k" -> leaf)),
      "pair._2"    -> node.copy(pair = (1, leaf)),
      "array[0]"   -> node.copy(array = Array(leaf)),
      "same"       -> node.copy(same = Shared(leaf)),
      "more[1]"    -> node.copy(more = List(Shared(good), Shared(leaf)))
    )

// In JavaScript, a null in place of a record is undefined behaviour: nothing need notice it.
class NullPathSuite extends munit.FunSuite:
  import NullPathSuite.*

  override val munitTimeout = 5.minutes

  private def pathOf[A](value: A)(using Codec[A]): String = intercept[EncodeError](Codec.encode(value)).path

  test("a null at any place of a value is an error with its path"):
    for
      (leaf, below) <- List((null, ""), (Leaf(null, None), ".name"), (Leaf("a", null), ".at"))
      (path, node)  <- places(leaf)
      copies        <- List(1, 100)
    do
      assertEquals(pathOf(node), path + below)
      assertEquals(pathOf(Vector.fill(copies)(node)), s"[0].$path$below")

  test("a null within values that all contain each other"):
    // With a search of every way through them, the test would not end.
    for unnamed <- List(0, 1, 39) do
      val all = List.tabulate(40)(i => Shared(Person(if i == unnamed then null else s"p$i", Nil)))
      all.foreach(_.value.friends = all)
      val path = pathOf(all)
      assert(path.endsWith("name"), path)
