package brine.codec.golden

import brine.codec.Codec
import brine.codec.golden.GoldenTypes.*

import java.util.concurrent.TimeUnit

object GoldenSums extends GoldenCases:
  bare("color")("red"                  -> Color.Red, "green" -> Color.Green, "blue" -> Color.Blue)
  bare("colors")("list"                -> List(Color.Blue, Color.Red))
  bare("one")("only"                   -> One.Only)
  bare[OneRecord]("one record")("only" -> OneRecord.Only(true, 5))

  private val rect = Rect(Point(1, 2), Point(3, 4), true)
  bare[Shape]("shape")(
    "circle" -> Circle(Point(0, -1), 1.5),
    "ball"   -> Ball(3, Color.Blue, true),
    "empty"  -> Empty,
    "rect"   -> rect,
    "path"   -> Path(List(Point(0, 0), Point(1, 1)), true, Some(Color.Green)),
    "group"  -> Group(
      Vector(Empty, rect, Group(Vector.empty, Some(Ball(1, Color.Red, false)))),
      Some(Group(Vector.empty, None))
    )
  )
  bare[Option[Shape]]("option shape")("some"          -> Some(rect), "none"   -> None)
  bare[Either[Shape, Color]]("either of sums")("left" -> Left(Empty), "right" -> Right(Color.Blue))

  private def node[A](value: A, left: Tree[A] = Tree.Leaf, right: Tree[A] = Tree.Leaf): Tree[A] =
    Tree.Node(value, left, right)
  bare("forest")(
    "three trees" -> Forest(
      List(Tree.Leaf, node("a", node("b"), node("c", right = node("d")))),
      node(true, node(false))
    )
  )

  import Expression.*
  bare[Expression]("expression")(
    "number" -> Number(-300),
    "sum"    -> Add(Number(1), Add(Number(2), Call("f", List(Number(3), Call("g", Nil, false)), true)))
  )

  bare[Key]("key of 65")("0"   -> Key.K00, "63"   -> Key.K63, "64"   -> Key.Other(300, true))
  bare[Key64]("key of 64")("0" -> Key64.K00, "62" -> Key64.K62, "63" -> Key64.Other(300, true, false, true))
  bare("java enum")(TimeUnit.values.toSeq.map(unit => unit.toString -> unit)*)(using Codec.derived)
  bare("pressed")(
    "singles" -> Pressed(Key.K05, Key64.K60, true),
    "others"  -> Pressed(Key.Other(1, true), Key64.Other(2, true, true, true), false)
  )
