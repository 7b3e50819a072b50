package brine.codec

object SharedSuite:
  final case class Person(name: String, friends: List[Shared[Person]]) derives Codec
  final case class Node(var label: Int, next: Option[Shared[Node]]) derives Codec
  final case class Two(a: Shared[String], b: Shared[String], c: Shared[CharSequence])
  final case class Mixed(person: Shared[Person], name: Shared[String], list: List[Shared[List[Int]]]) derives Codec
  final case class Looks(value: Int, self: Shared[Looks]) derives Codec:
    val seen: Int = self.value.value

class SharedSuite extends munit.FunSuite, CodecChecks:
  import SharedSuite.*

  private def back[A](value: A)(using Codec[A]): A =
    decoded[A](written(value)).fold(error => fail(error.getMessage), identity)

  test("the same object is written once and comes back as one"):
    val list = List("a", "b")
    val all  = List(Shared(list), Shared(List("a", "b")), Shared(list))
    assertEquals(hex(written(all)), "06 00 04 c1 61 c1 62 00 04 c1 61 c1 62 02")
    val read = back(all)
    assert(read(0).value eq read(2).value)
    assert(!(read(0).value eq read(1).value))
    assertEquals(read(0), read(2))
    assertNotEquals(read(0), read(1))

  test("a value may contain itself"):
    val ann = Shared.of[Person](self => Person("Ann", List(self, self)))
    assertEquals(hex(written(ann)), "00 c3 41 6e 6e 04 01 01")
    val read = back(ann).value
    assertEquals(read.name, "Ann")
    assert(read.friends.forall(_.value eq read))

  test("a cycle of several"):
    lazy val bob: Shared[Person] =
      Shared.of(self => Person("Bob", List(Shared.of(ann => Person("Ann", List(self, ann))))))
    val read = back(bob).value
    val ann  = read.friends.head.value
    assertEquals((read.name, ann.name), ("Bob", "Ann"))
    assert(ann.friends(0).value eq read)
    assert(ann.friends(1).value eq ann)

  test("a chain counts its depth"):
    def chain(length: Int): Shared[Node] =
      (1 to length).foldLeft(Shared(Node(0, None)))((next, i) => Shared(Node(i, Some(next))))
    val read = back(chain(100))
    assertEquals(Iterator.iterate(read.value)(_.next.get.value).take(101).toList.last.label, 0)
    unwritable(chain(200), "values nest more than 128 deep")

  test("values of several types share one message"):
    val numbers = List(1, 2, 3)
    val mixed   = Mixed(Shared.of(self => Person("x", List(self))), Shared("x"), List.fill(3)(Shared(numbers)))
    val read    = back(mixed)
    assert(read.list.forall(_.value eq read.list.head.value))
    assertEquals(read.list.head.value, numbers)
    assert(read.person.value.friends.head.value eq read.person.value)

  test("a reference to nothing, or to a value of another type, is refused"):
    refused[List[Shared[String]]]("02 01", "a reference to the shared value 1 back, but there is none", 1)
    refused[List[Shared[String]]]("04 00 c1 61 02", "the shared value 2 back", 4)
    refused[List[Shared[String]]]("04 00 c1 61 ff ff ff ff 0f", "the shared value 4294967295 back", 4)
    refused[Mixed](
      "00 c1 78 00 01 00",
      "a reference to a shared brine.codec.SharedSuite.Person where a java.lang.String",
      4
    )

  test("a constructor that looks into a cycle is an error, not a null"):
    val problem = Codec.decodeBare[Shared[Looks]](bytes("00 02 01")).left.toOption.get.problem
    assert(problem.contains("before it was complete"), problem)

  test("it is part of the schema"):
    assertEquals(Codec[Shared[Int]].schema.toString, "Shared[Int]")
    assertNotEquals(Codec[Shared[Int]].fingerprint, Codec[Int].fingerprint)

  test("each message starts anew, each block of a container holds its own"):
    val shared  = Shared(List("text"))
    val out     = Out()
    def message = { out.reset(); Codec[Shared[List[String]]].write(out, shared); hex(out.toArray) }
    assertEquals(message, message)
    val container = ContainerWriter()
    (1 to 3).foreach(_ => container.add(shared))
    container.endBlock()
    container.add(shared)
    val reader = ContainerReader(container.toArray)
    val read   = List.fill(4)(reader.next[Shared[List[String]]]().fold(error => fail(error.getMessage), identity))
    assert((read(0) eq read(1)) && (read(1) eq read(2)))
    assert(!(read(2) eq read(3)))

  test("a type that is not known is a compile error that says so"):
    val errors = compileErrors("def codec[A: Codec]: Codec[Shared[A]] = Codec.derived[Shared[A]]")
    assert(errors.contains("has a type parameter"), errors)
