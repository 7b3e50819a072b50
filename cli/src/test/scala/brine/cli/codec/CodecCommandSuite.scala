package brine.cli.codec

import brine.commandline.{Captured, TemporaryFolder}
import brine.codec.zstd.Zstd
import brine.codec.{Codec, ContainerWriter, MessageOptions, SchemaIds}
import java.io.ByteArrayInputStream
import java.nio.file.{Files, Path}

/** The commands on files as programs write them. */
class CodecCommandSuite extends TemporaryFolder:
  import CodecCommandSuite.*

  private val order = Order(7, "Elm Street", Vector(Item("bolt", 3), Item("nut", 4)))

  private def run(arguments: String*): Captured[Int]                         = runWith(Array.empty)(arguments*)
  private def runWith(stdin: Array[Byte])(arguments: String*): Captured[Int] =
    Captured(CodecCommand(() => ByteArrayInputStream(stdin)).run(arguments.toList))

  private def file(folder: Path, name: String, bytes: Array[Byte]): String =
    Files.write(folder.resolve(name), bytes).toString

  private def hex(bytes: Array[Byte]): String = bytes.map(byte => f"$byte%02x").mkString(" ")

  private def schema[A](folder: Path)(using codec: Codec[A]): String =
    file(folder, s"${codec.fingerprint}.schema", codec.schema.canonical)

  private def container(zstd: Boolean = false): Array[Byte] =
    val container = if zstd then ContainerWriter(compression = Zstd()) else ContainerWriter()
    for i <- 0 until 3 do container.add(order.copy(id = i))
    container.add("a text")
    container.toArray

  private def isComplaint(ran: Captured[Int], says: String)(using munit.Location): Unit =
    assertEquals(ran.value, 2, ran.err)
    assertEquals(ran.err.count(_ == '\n'), 1, ran.err)
    assert(ran.err.startsWith("brine: "), ran.err)
    assert(clue(ran.err).contains(says))
    assertEquals(ran.out, "")

  // --- what there is -----------------------------------------------------------------------------

  test("the commands are listed, and each explains itself"):
    val help = run("--help")
    assertEquals(help.value, 0)
    for name <- List("dump", "schema", "diff", "profile") do
      assert(help.out.linesIterator.exists(_.startsWith(s"  $name ")), help.out)
      val own = run(name, "--help")
      assertEquals(own.value, 0, name)
      assert(clue(own.out).contains(s"brine codec $name"), name)
    assertEquals(run().value, 2)

  test("an unknown command or option is refused"):
    isComplaint(run("dmup", "x"), "did you mean dump")
    isComplaint(run("dump", "--colour", "x"), "--colour")
    isComplaint(run("profile", "--colour"), "--colour")
    isComplaint(run("dump", "--top", "3", "x"), "--top")
    isComplaint(run("dump", "x", "--schema"), "--schema wants a value")

  folder.test("names that begin with a dash come after two"): folder =>
    val one = file(folder, "one", Codec.encodeBare(order))
    val all = Seq("--bare", "--schema", schema[Order](folder))
    assertEquals(run(("dump" +: all :+ "--" :+ one)*), run(("dump" +: all :+ one)*))
    for task <- List("dump", "schema", "profile") do isComplaint(run(task, "--", "-x"), "no file -x")
    isComplaint(run("check", "--", "-x", "-y"), "-x")
    isComplaint(run("dump", "--", "-h", "-y"), "dump takes one file, not 2")

  // --- dump --------------------------------------------------------------------------------------

  folder.test("dump: a standalone message with its schema in a file, in hexadecimal, or in a container"): folder =>
    val message    = file(folder, "order", Codec.encode(order))
    val inHex      = Files.writeString(folder.resolve("hex"), hex(Codec[Order].schema.canonical)).toString
    val containers = file(folder, "container", container())
    val dumps      = List(
      run("dump", message, "--schema", schema[Order](folder)),
      run("dump", message, s"--schema=$inHex"),
      run("dump", message, "--schema", containers),
      run("dump", "--schema-hex", hex(Codec[Order].schema.canonical), message),
      runWith(Codec.encode(order))("dump", "-", "--schema", inHex),
      runWith(hex(Codec.encode(order)).getBytes)("dump", "--hex", "-", "--schema", inHex)
    )
    for dump <- dumps do
      assertEquals((dump.value, dump.err), (0, ""))
      assertEquals(dump.out, dumps.head.out)
    assert(
      clue(dumps.head.out).linesIterator
        .exists(_.matches(" *\\d+  .*items\\[1\\]\\.name +String, ASCII, 3 bytes +\"nut\""))
    )

  folder.test("dump: bare and tagged messages, with and without a dictionary"): folder =>
    val schema = this.schema[List[String]](folder)
    val texts  = List("one", "one")
    val with_  = MessageOptions.withDictionary
    val bare   = file(folder, "bare", Codec.encodeBare(texts))
    val small  = file(folder, "small", Codec.encodeBare(texts, with_))
    val tagged = file(folder, "tagged", SchemaIds(300 -> Codec[List[String]]).encode(texts))
    assert(clue(run("dump", "--bare", bare, "--schema", schema).out).contains("String, ASCII, 3 bytes"))
    assert(
      clue(run("dump", "--bare", "--dictionary", small, "--schema", schema).out).contains("1 back in the dictionary")
    )
    assert(clue(run("dump", "--tagged", tagged, "--schema", schema).out).contains("type 300, Seq[String]"))

  folder.test("dump: a container needs no schema, also if it is compressed"): folder =>
    for zstd <- List(false, true) do
      val ran = run("dump", file(folder, s"container-$zstd", container(zstd)))
      assertEquals((ran.value, ran.err), (0, ""))
      assert(clue(ran.out).contains("schema 1, Order"))
      assert(ran.out.contains("#3"), ran.out)

  folder.test("dump: a part only, and JSON"): folder =>
    val name = file(folder, "order", Codec.encode(order))
    val json =
      ujson.read(run("dump", name, "--schema", schema[Order](folder), "--json", "--offset", "9", "--limit", "2").out)
    val entries = json("entries").arr
    assertEquals(entries.map(_("path").str).toList, List("id", "street"))
    assertEquals(entries.map(_("offset").num.toInt).toList, List(9, 10))
    assertEquals(entries.head("value").str, "7")
    assertEquals(json("errors").arr.size, 0)
    isComplaint(run("dump", name, "--offset", "-1"), "--offset is 0 or more")
    isComplaint(run("dump", name, "--limit", "0"), "--limit is 1 or more")

  folder.test("dump: bytes that cannot be read end with 1, after what could be"): folder =>
    val name = file(folder, "order", Codec.encode(order).dropRight(2))
    val ran  = run("dump", name, "--schema", schema[Order](folder))
    assertEquals(ran.value, 1)
    assert(clue(ran.out).contains("Elm Street"))
    assertEquals(ran.err.count(_ == '\n'), 1)
    assert(clue(ran.err).startsWith(s"brine: $name: ") && ran.err.contains("items[1]"))
    val json = ujson.read(run("dump", name, "--schema", schema[Order](folder), "--json").out)
    assertEquals(json("errors").arr.map(_("path").str).toList, List("items[1].name"))

  folder.test("what is missing is said, and what to do"): folder =>
    val message = file(folder, "order", Codec.encode(order))
    isComplaint(run("dump"), "name one")
    isComplaint(run("dump", folder.resolve("none").toString), "no file")
    isComplaint(run("dump", folder.toString), "is a folder")
    isComplaint(run("dump", "a", "b"), "one file, not 2")
    isComplaint(run("dump", message), f"${Codec[Order].fingerprint}%016x; give that schema by --schema")
    isComplaint(run("dump", message, "--bare"), "give it by --schema")
    isComplaint(run("dump", message, "--bare", "--tagged"), "exclude")
    isComplaint(run("dump", message, "--schema", message), "canonical bytes of a schema")
    isComplaint(run("dump", message, "--schema-hex", "01xy"), "'x' is not a hexadecimal digit")
    isComplaint(run("dump", message, "--hex"), "not a hexadecimal digit")
    isComplaint(run("dump", file(folder, "short", Array[Byte](1, 2))), "neither a container nor a standalone message")
    isComplaint(run("dump", message, "--dictionary"), "goes with --bare or --tagged")

  // --- schema ------------------------------------------------------------------------------------

  folder.test("schema: of a file, and all of a container"): folder =>
    val one = run("schema", schema[Order](folder))
    assertEquals((one.value, one.err), (0, ""))
    assertEquals(
      one.out,
      f"""schema ${Codec[Order].fingerprint}%016x: Order
         |record Order(id: Int, street: String, items: Seq[Item])
         |record Item(name: String, count: Int)
         |""".stripMargin
    )
    val all = run("schema", file(folder, "container", container()))
    assertEquals(all.out.linesIterator.count(_.startsWith("schema ")), 2)

  folder.test("schema: as JSON, with the bytes to make a file of"): folder =>
    val json = ujson.read(run("schema", "--json", schema[Order](folder)).out)(0)
    assertEquals(json("fingerprint").str, f"${Codec[Order].fingerprint}%016x")
    val copy = Files.writeString(folder.resolve("copy"), json("canonical").str).toString
    assertEquals(run("schema", copy).out, run("schema", schema[Order](folder)).out)

  folder.test("schema: what holds none is refused"): folder =>
    isComplaint(run("schema", file(folder, "empty", Array.empty)), "canonical bytes")
    isComplaint(run("schema", file(folder, "none", ContainerWriter().toArray)), "without messages")
    isComplaint(run("schema", file(folder, "cut", container().dropRight(3))), "the container cannot be read")
    isComplaint(run("schema"), "name one")

  // --- diff --------------------------------------------------------------------------------------

  folder.test("diff: nothing, something, and two schemas"): folder =>
    val one   = file(folder, "one", Codec.encode(order))
    val other = file(folder, "other", Codec.encode(order.copy(street = "Oak Street", items = order.items.take(1))))
    val newer = file(folder, "newer", Codec.encode(NewOrder("Elm Street", 7, None)))
    val both  = List("--schema", schema[Order](folder), "--schema", schema[NewOrder](folder))
    assertEquals(run(List("diff", one, one) ++ both*), Captured(0, "", ""))
    val diff = run(List("diff", one, other) ++ both*)
    assertEquals((diff.value, diff.err), (1, ""))
    assertNoDiff(
      diff.out,
      """path      left                          right
        |street    "Elm Street"                  "Oak Street"
        |items[1]  Item {name: "nut", count: 4}
        |""".stripMargin
    )
    val json = ujson.read(run(List("diff", "--json", one, newer) ++ both*).out)
    assertEquals(json("differences").arr.map(_("path").str).toSet, Set("items", "note"))
    val bare = List(order.id, order.id + 1).map(id => file(folder, s"bare-$id", Codec.encodeBare(order.copy(id = id))))
    assertEquals(run(List("diff", "--bare") ++ bare ++ both.take(2)*).value, 1)

  folder.test("diff: containers message by message, and what cannot be read"): folder =>
    val one   = file(folder, "one", container())
    val other = file(folder, "other", { val s = ContainerWriter(); s.add(order.copy(id = 0)); s.toArray })
    val diff  = run("diff", one, other)
    assertEquals(diff.value, 1)
    assert(clue(diff.out).contains("[3]"))
    val broken = run("diff", one, file(folder, "broken", container().dropRight(1)))
    assertEquals((broken.value, broken.out), (2, ""))
    assert(clue(broken.err).contains("broken: "))
    isComplaint(run("diff", one), "two files, not 1")
    isComplaint(run("diff", "-", "-"), "standard input")

  // --- profile -----------------------------------------------------------------------------------

  folder.test("profile: over messages and containers together"): folder =>
    val message    = file(folder, "order", Codec.encode(order))
    val containers = file(folder, "container", container())
    val ran        = run("profile", message, containers, "--schema", schema[Order](folder))
    assertEquals((ran.value, ran.err), (0, ""))
    assert(clue(ran.out).linesIterator.exists(_.matches("Order\\.items\\[\\]\\.name +value .*")))
    val size = Files.size(Path.of(message)) + Files.size(Path.of(containers))
    assertEquals(ran.out.linesIterator.toList.last, s"5 messages, $size bytes")
    val json = ujson.read(run("profile", "--json", message, containers, "--schema", schema[Order](folder)).out)
    assertEquals(json("rows").arr.map(_("bytes").num.toLong).sum, size)

  folder.test("profile: the first rows, and errors by file"): folder =>
    val containers = file(folder, "container", container())
    val broken     = file(folder, "broken", container().dropRight(1))
    val ran        = run("profile", "--top", "2", containers, broken)
    assertEquals(ran.value, 1)
    assert(clue(ran.out).contains("more)"))
    assert(clue(ran.err).startsWith(s"brine: $broken: "))
    isComplaint(run("profile"), "name some")
    isComplaint(run("profile", "--top", "0", containers), "--top is 1 or more")

object CodecCommandSuite:
  final case class Item(name: String, count: Int) derives Codec
  final case class Order(id: Int, street: String, items: Vector[Item]) derives Codec
  final case class NewOrder(street: String, id: Int, note: Option[String]) derives Codec
