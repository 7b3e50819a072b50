package brine.entity.prevalence

import brine.entity.At
import brine.journal.testkit.MemoryEventLog
import munit.FunSuite
import scala.collection.mutable

class MutableSystemSuite extends FunSuite:
  private final class Named(name: String) extends MutableSystem[ShelfTransaction, Shelf](name):
    def initial: Shelf = Shelf(mutable.LinkedHashMap.empty, None)
    def execute[R](shelf: Shelf, transaction: ShelfTransaction[R])(using At): R =
      ShelfSystem().execute(shelf, transaction)

  test("the name is that of a stream"):
    for name <- List("", "Shelf", "a b", "a" * 65) do
      val failed = intercept[IllegalArgumentException](Named(name))
      assert(failed.getMessage.contains(s"not '$name'"), failed)
    for name <- List("a", "shelf-2_b", "a" * 64) do
      val log   = MemoryEventLog()
      val shelf = MutablePrevalence.over(log)(Named(name))
      assertEquals(shelf.execute(ShelfTransaction.Put("Emma")), 1)
      shelf.close()
      assertEquals(log.version(name), Right(1L))
