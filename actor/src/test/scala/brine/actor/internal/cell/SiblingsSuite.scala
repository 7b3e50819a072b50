package brine.actor.internal.cell

import brine.actor.Cell
import scala.util.Random

class SiblingsSuite extends munit.FunSuite:
  private def cells(first: Cell[?]): List[Cell[?]] =
    List.unfold(first)(cell => Option.when(cell != null)((cell, cell.nextSibling)))

  test("it does what a list does, whichever child leaves"):
    val random = Random(7)
    for _ <- 1 to 200 do
      var first: Cell[?]       = null
      var model: List[Cell[?]] = Nil
      for _ <- 1 to 50 do
        if model.isEmpty || random.nextInt(5) < 3 then
          val child = Root()
          first = Siblings.add(first, child)
          model = child :: model
        else
          val child = model(random.nextInt(model.size))
          first = Siblings.remove(first, child)
          model = model.filterNot(_ eq child)
          assert(child.nextSibling == null && child.previousSibling == null)
        assertEquals(cells(first), model)
        assertEquals(model.flatMap(cell => Option(cell.previousSibling)), model.dropRight(1))

  test("a child that has left already changes nothing"):
    val left  = Root()
    val stays = Root()
    val first = Siblings.remove(Siblings.add(Siblings.add(null, stays), left), left)
    assert(first eq stays)
    assert(Siblings.remove(first, left) eq stays)
