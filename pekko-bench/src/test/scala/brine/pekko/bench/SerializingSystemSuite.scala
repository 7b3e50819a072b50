package brine.pekko.bench

/** What [[MessageTurns]] measures is right: each way reads what it has written. */
class SerializingSystemSuite extends munit.FunSuite:
  private def using[A](way: Way)(body: SerializingSystem => A): A =
    val system = SerializingSystem(way)
    try body(system)
    finally system.close()

  for way <- Way.values do
    test(s"${way.name}: each message is read as it was written, and changed bytes are not"):
      using(way): system =>
        for (name, value) <- system.messages do
          val written = system.write(value)
          assertEquals(system.read(written), value, name)
          val last = written.bytes.length - 1
          assert(
            scala.util.Try(system.read(written.copy(bytes = written.bytes.take(last)))).toOption != Some(value),
            name
          )

  test("the ways differ in their serializers, and only one has schemas in its messages"):
    val all = Way.values.toVector.map(way =>
      way -> using(way)(system => system.messages.map((_, value) => system.write(value)))
    )
    assertEquals(all.map(_._2.head.serializer).distinct.size, 4)
    assertEquals(all.flatMap(_._2).map(_.manifest.isEmpty).count(identity), 5) // Java has none
    val (plain, described) = (all(0)._2, all(1)._2)
    for ((one, other), index) <- plain.zip(described).zipWithIndex do
      assertEquals(other.manifest, one.manifest)
      assert(other.bytes.length > one.bytes.length + 20)
      // References have the port of their node.
      if index != 1 then assert(other.bytes.endsWith(one.bytes))
