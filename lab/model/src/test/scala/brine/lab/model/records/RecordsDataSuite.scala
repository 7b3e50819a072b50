package brine.lab.model.records

class RecordsDataSuite extends munit.FunSuite {
  private def value(name: String, seed: Long = RecordsData.Seed): AnyRef = RecordsData.of(name, seed).value

  /** A value with all that is inside it. */
  private def inside(value: Any): Vector[Any] = value match {
    case values: Iterable[_] => values.toVector.flatMap(inside)
    case product: Product    => product +: product.productIterator.toVector.flatMap(inside)
    case other               => Vector(other)
  }

  for (name <- RecordsData.names) {
    test(s"$name is the same each time, and another one from another seed") {
      assertEquals(value(name), value(name))
      assert(value(name) ne value(name))
      assert(value(name, 1L) != value(name))
    }

    test(s"$name has no null, and no number that does not equal itself") {
      for (seed <- RecordsData.Seed +: (1L to 20L); part <- inside(value(name, seed))) {
        assert(part != null)
        assert(part == part, part)
        part match {
          case number: Float  => assert(!number.isInfinite)
          case number: Double => assert(!number.isInfinite)
          case _              => ()
        }
      }
    }
  }

  test("every optional part is there sometimes, and absent sometimes") {
    val parts = inside(value("records-saves")) ++ inside(value("records-updates"))
    def both(what: String, of: PartialFunction[Any, Option[Any]]): Unit =
      assertEquals(parts.collect(of).map(_.isDefined).toSet, Set(true, false), what)
    both("spawn", { case player: Player => player.spawn })
    both("forced", { case spawn: Spawn => spawn.forced })
    both("portal", { case player: Player => player.lastPortal })
    both("vehicle", { case player: Player => player.vehicle })
    both("left", { case player: Player => player.leftShoulder })
    both("right", { case player: Player => player.rightShoulder })
    both("name", { case entity: Entity => entity.name })
    both("kind", { case contact: Contact => contact.kind })
    both("player", { case contact: Contact => contact.playerId })
  }

  test("triangles share corners, and their normals have length 1") {
    val triangles = value("records-mesh").asInstanceOf[Mesh].triangles
    assertEquals(triangles.size, 1152)
    assertEquals(triangles.flatMap(triangle => Seq(triangle.a, triangle.b, triangle.c)).distinct.size, 625)
    for (triangle <- triangles) {
      val Vector3(x, y, z) = triangle.normal
      assertEqualsDouble(math.sqrt((x * x + y * y + z * z).toDouble), 1, 1e-5)
    }
  }

  test("a name that no case has is refused, and the message lists all") {
    val said = intercept[IllegalArgumentException](RecordsData.of("records-x")).getMessage
    for (name <- RecordsData.names) assert(said.contains(name), said)
  }
}
