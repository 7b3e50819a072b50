package brine.codec

object MissingCodecSuite:
  final class Id(val text: String)
  final case class Key(text: String)
  final case class Owners(all: Map[Key, Key]) derives Codec
  final case class Twice(value: Int)(val note: String)
  final case class Two(value: Int, more: Int)(val note: String)
  final case class Given(value: Int)(using val note: String)

  final case class Email private (text: String) derives Codec
  object Email:
    def of(text: String): Either[String, Email] = Either.cond(text.contains("@"), Email(text), "not an address")
  final case class Contact(email: Email, other: Option[Email], all: List[Email]) derives Codec
  final case class Hidden private (text: String, number: Int)
  object Hidden:
    def of(text: String): Hidden = Hidden(text, 1)
  final case class Secret(private val text: String, number: Int) derives Codec:
    def shown: String = text
  final case class Vault(secret: Secret) derives Codec

/** What is said about types without a codec, and types at the border of what can have one. */
final class MissingCodecSuite extends munit.FunSuite:
  import MissingCodecSuite.*

  private def says(errors: String, parts: String*)(using munit.Location): Unit =
    assert(errors.nonEmpty, "it compiled")
    parts.foreach(part => assert(errors.contains(part), s"'$part' is not in: $errors"))
    assert(!errors.contains("Exception occurred while executing macro expansion"), errors)

  test("a codec that is missing is named"):
    val errors = compileErrors("Codec[Id]")
    says(errors, "derives Codec")
    // The compiler adds which given it tried last.
    assert(errors.contains("error:\nThere is no codec for brine.codec.MissingCodecSuite.Id."), errors)
    says(compileErrors("Codec[List[Id]]"), "no codec for")
    says(compileErrors("Codec.encode(new Id(\"a\"))"), "no codec for")
    says(compileErrors("Codec.decode[Id](Array.emptyByteArray)"), "no codec for")

  test("a field without a codec is named"):
    says(compileErrors("final case class A(id: Id, n: Int) derives Codec"), "No codec for", "Id", "id")
    says(compileErrors("final case class A(ids: Map[Id, Id], n: Int) derives Codec"), "No codec for", "Id", "ids")

  test("a map from a type without a codec to itself"):
    val owners = Owners(Map(Key("a") -> Key("b")))
    assertEquals(Codec.decodeBare[Owners](Codec.encodeBare(owners)), Right(owners))

  test("literal types"):
    says(compileErrors("final case class A(one: 1, n: Int) derives Codec"), "1 is a literal type", "Int")
    says(compileErrors("final case class A(one: \"x\") derives Codec"), "is a literal type", "String")

  test("several parameter lists"):
    says(compileErrors("Codec.derived[Twice]"), "Twice", "more than one parameter list")
    says(compileErrors("Codec.derived[Two]"), "Two", "more than one parameter list")
    says(compileErrors("Codec.derived[Given]"), "Given", "more than one parameter list")
    says(compileErrors("final case class A(t: Twice, n: Int) derives Codec"), "Twice", "more than one parameter list")

  test("a private constructor: the companion's codec is used"):
    val email   = Email.of("a@b").fold(fail(_), identity)
    val contact = Contact(email, Some(email), List(email))
    assertEquals(Codec.decodeBare[Contact](Codec.encodeBare(contact)), Right(contact))

  test("a private constructor without a codec"):
    says(compileErrors("Codec.derived[Hidden]"), "Hidden", "private", "derives Codec")
    says(
      compileErrors("final case class A(hidden: Hidden, n: Int) derives Codec"),
      "Hidden",
      "private",
      "derives Codec"
    )

  test("a private field"):
    val vault = Vault(Secret("a", 1))
    assertEquals(Codec.decodeBare[Vault](Codec.encodeBare(vault)), Right(vault))

  test("a type that contains itself with larger and larger type arguments"):
    says(
      compileErrors("final case class Nest[A](value: A, next: Option[Nest[(A, A)]]) derives Codec"),
      "Nest contains itself with ever larger type arguments"
    )
    says(
      compileErrors("final case class Wrap[A](next: List[Wrap[List[A]]]) derives Codec"),
      "Wrap contains itself with ever larger type arguments"
    )
    says(
      compileErrors(
        "sealed trait Tree[A] derives Codec; final case class Leaf[A](value: A) extends Tree[A]; " +
          "final case class Fork[A](both: Tree[(A, A)]) extends Tree[A]"
      ),
      "Tree contains itself with ever larger type arguments"
    )

  test("types without values to write"):
    says(compileErrors("final case class A(n: Nothing) derives Codec"), "No codec for scala.Nothing")
    says(compileErrors("final case class A(n: List[Nothing]) derives Codec"), "No codec for scala.Nothing")
    says(compileErrors("final case class A(n: Null) derives Codec"), "No codec for scala.Null")
    says(compileErrors("final case class A(n: Any) derives Codec"), "No codec for scala.Any")
    says(compileErrors("final case class A(n: Int => Int) derives Codec"), "No codec for")
    says(compileErrors("final case class A(n: Int | String) derives Codec"), "No codec for")
    says(compileErrors("final case class A(n: Int { def x: Int }) derives Codec"), "No codec for")

  test("collections of Java: the import is named"):
    says(compileErrors("final case class A(n: java.util.List[Int]) derives Codec"), "JavaTypes.given")
    says(compileErrors("final case class A(n: java.util.ArrayList[Int]) derives Codec"), "java.util.List")
    says(compileErrors("final case class A(n: java.util.Set[Int]) derives Codec"), "JavaTypes.given")
    says(compileErrors("final case class A(n: java.util.TreeMap[Int, Int]) derives Codec"), "java.util.Map")
    says(compileErrors("final case class A(n: java.util.ArrayDeque[Int]) derives Codec"), "java.util.List", "JavaTypes")
    says(compileErrors("final case class A(n: java.util.Collection[Int]) derives Codec"), "java.util.List", "JavaTypes")
    says(compileErrors("Codec[java.util.List[Int]]"), "no codec for", "JavaTypes.given")
