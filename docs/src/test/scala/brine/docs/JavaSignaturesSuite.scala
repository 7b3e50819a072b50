package brine.docs

import java.lang.reflect.{
  Executable,
  GenericArrayType,
  Method,
  Modifier,
  ParameterizedType,
  Type,
  TypeVariable,
  WildcardType
}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** What Java programs use mentions no type of Scala's library: no `Option`, no collection, no function, no duration, no
  * future.
  */
class JavaSignaturesSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("brine.home"))

  /** Classes of the packages for Java that are private in Scala, and so public in a class file. */
  private val hidden: Set[String] =
    val sources = for
      module <- List("codec/jvm", "actor", "journal").map(home.resolve)
      walk = Files.walk(module.resolve("src/main/scala"))
      file <- walk.iterator.asScala.filter(_.toString.matches(".*/javaapi/.*\\.scala")).toList
    yield Files.readString(file)
    val definition = "(?m)^private(?:\\[\\w+\\])? (?:final )?(?:class|object) (\\w+)".r
    sources.flatMap(definition.findAllMatchIn(_).map(_.group(1))).toSet

  private val forJava: List[Class[?]] =
    PublishedModules.classes.filter(one => one.getPackageName.endsWith(".javaapi") && !hidden(one.getSimpleName))

  private val settings: List[Class[?]] = SettingsClasses.all

  // Every case class has these, from scala.Product and the mirror of its companion.
  private val ofCaseClasses = Set("productIterator", "productElementNames", "fromProduct")

  private def methods(of: Class[?]): List[Executable] =
    of.getDeclaredMethods.toList
      .filter(method => Modifier.isPublic(method.getModifiers) && !method.isSynthetic)
      .filterNot(method => ofCaseClasses(method.getName)) ++
      of.getConstructors

  /** The names of all classes in a generic signature. */
  private def mentioned(executable: Executable): Set[String] =
    val result = executable match
      case method: Method => List(method.getGenericReturnType)
      case _              => Nil
    (result ++ executable.getGenericParameterTypes ++ executable.getTypeParameters.flatMap(_.getBounds))
      .flatMap(named)
      .toSet

  private def named(one: Type): List[String] = one match
    case plain: Class[?] if plain.isArray => named(plain.getComponentType)
    case plain: Class[?]                  => List(plain.getName)
    case generic: ParameterizedType       => named(generic.getRawType) ++ generic.getActualTypeArguments.flatMap(named)
    case array: GenericArrayType          => named(array.getGenericComponentType)
    case wild: WildcardType               => (wild.getLowerBounds ++ wild.getUpperBounds).toList.flatMap(named)
    case _: TypeVariable[?]               => Nil // its bounds are looked at where it is declared

  test("the search finds the classes for Java"):
    val names    = forJava.map(_.getSimpleName).toSet
    val expected = Set("JavaCodec", "JavaActor", "JavaActorContext", "JavaActorSystem", "JavaJournal", "JavaRecord")
    assertEquals(expected -- names, Set.empty[String])
    assert(hidden.nonEmpty)

  for one <- (forJava ++ settings).distinct do
    test(s"${one.getName} mentions no type of Scala's library"):
      assert(methods(one).nonEmpty)
      val found = for
        executable <- methods(one)
        name       <- mentioned(executable)
        if name.startsWith("scala.")
      yield s"${executable.getName} mentions $name"
      assertEquals(found, Nil)
