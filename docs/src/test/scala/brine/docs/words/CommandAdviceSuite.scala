package brine.docs.words

import brine.docs.PublishedModules
import java.nio.file.Path
import munit.FunSuite

/** No message of a published library advises a command without a call of the API that does the same. The commands' own
  * messages, in `cli`, are read by those who have the commands.
  */
class CommandAdviceSuite extends FunSuite:
  import CommandAdvice.{calls, messages, namesCommand}

  private val home = Path.of(sys.props("brine.home"))

  private lazy val all: List[(String, CommandAdvice.Message)] =
    val modules = PublishedModules.all.map(_._1).toSet
    for
      file <- SourceFile.all(home)
      if file.isMain && modules(file.name.takeWhile(_ != '/'))
      message <- messages(file.text)
    yield (file.name, message)

  private lazy val classes: Map[String, List[Class[?]]] = PublishedModules.classes.groupBy(_.getSimpleName)

  private def exists(call: (String, String)): Boolean =
    classes
      .getOrElse(call._1, Nil)
      .flatMap(one =>
        one :: scala.util.Try(Class.forName(s"${one.getName}$$", false, one.getClassLoader)).toOption.toList
      )
      .exists(_.getMethods.exists(_.getName == call._2))

  test("who has a jar alone can follow every message"):
    assert(all.sizeIs > 1000, all.size)
    val advice = all.filter((_, message) => namesCommand(message))
    assert(advice.nonEmpty)
    val wrong = advice.filterNot((_, message) => calls(message).exists(exists))
    assertEquals(wrong, Nil)

  test("the calls that such messages name exist"):
    val named =
      all.filter((_, message) => namesCommand(message)).flatMap((file, message) => calls(message).map(file -> _))
    assert(named.nonEmpty)
    assertEquals(named.filterNot((_, call) => exists(call)), Nil)

  test("a message is put together from its parts, without comments"):
    val source = "// \"no\"\nval a = s\"see ./brine \" +\n  s\"journal ${x.Y.z}\"\n/* \"no\" */ val b = \"c\", \"d\""
    assertEquals(messages(source).map(_.text), List("s\"see ./brine journal ${x.Y.z}\"", "\"c\"", "\"d\""))
    assertEquals(messages(source).map(_.line), List(2, 4, 4))

  test("commands and calls are found, and what is only like them is not"):
    def message(text: String) = CommandAdvice.Message(text, 1)
    for text <- List("run ./brine journal verify x", "see brine journal repair", "./brine test", "brine publish-local")
    do assert(namesCommand(message(text)), text)
    for text <- List("brine.journal.tools.Repair.plan", "a brine schema", "the folder brine/journal") do
      assert(!namesCommand(message(text)), text)
    assertEquals(
      calls(message("call brine.journal.tools.Repair.plan, or Journal.restore")).map(_._2),
      List("plan", "restore")
    )
    assertEquals(calls(message("${file.Parent.name} is damaged")), Nil)
    assert(exists(("Journal", "restore")) && exists(("Repair", "plan")) && !exists(("Journal", "repair")))
