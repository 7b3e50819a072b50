package brine.codec.internal.lock

import brine.codec.Schema.{Kind, Type}
import brine.codec.internal.lock.LineReader.Restore

/** Parses a type in a lock file.
  *
  * @param definitions
  *   indices of the records and sums, by name and by their number among those of the same name
  */
private[codec] final class TypeReader(definitions: Map[(String, Int), Int]):

  /** Parses the rest of the line as a type. */
  def whole(in: LineReader): Type =
    val tpe = read(in, 0)
    in.expectEnd("the type")
    tpe

  private def read(in: LineReader, depth: Int): Type =
    if depth > TypeReader.MaxDepth then in.fail(s"a type nested deeper than ${TypeReader.MaxDepth}", Restore)
    def inner()                 = read(in, depth + 1)
    def one(make: Type => Type) =
      in.expect('[', "the type")
      val of = inner()
      in.expect(']', "the type")
      make(of)
    def two(make: (Type, Type) => Type) =
      in.expect('[', "the type")
      val first = inner()
      in.expect(',', "the type")
      val second = inner()
      in.expect(']', "the type")
      make(first, second)
    in.peek match
      case '(' => Type.Tuple(elements(in)(inner()))
      case '@' =>
        in.take('@'): Unit
        if in.plain(Words.isPart) != "dict" then in.fail("the only mark of a type is @dict", Restore)
        Type.Repeated(inner())
      case _ =>
        in.word("a type") match
          case (name, true)  => named(in, name)(inner())
          case ("Option", _) => one(Type.Optional(_))
          case ("Either", _) => two(Type.Either(_, _))
          case ("Seq", _)    => one(Type.Sequence(_))
          case ("Set", _)    => one(Type.Set(_))
          case ("Map", _)    => two(Type.Map(_, _))
          case ("Shared", _) => one(Type.Shared(_))
          case ("boxed", _)  => Type.Boxed(inner())
          case ("custom", _) =>
            if in.peek != '"' then in.fail("custom lacks the name of the codec in double quotes", Restore)
            Type.Custom(in.quoted())
          case (name, _) => TypeReader.kinds.get(name).fold(named(in, name)(inner()))(Type.Primitive(_))

  private def elements(in: LineReader)(inner: => Type): Vector[Type] =
    in.take('('): Unit
    val all = Vector.newBuilder[Type]
    if !in.take(')') then
      all += inner
      while in.take(',') do all += inner
      in.expect(')', "the tuple")
    all.result()

  /** A class of one field, or else a definition. */
  private def named(in: LineReader, name: String)(inner: => Type): Type =
    if in.peek != '(' then defined(in, name) else wrapped(in, name)(inner)

  private def wrapped(in: LineReader, name: String)(inner: => Type): Type =
    in.expect('(', "the type")
    val (field, _) = in.word("the name of the field")
    in.expect(':', "the type")
    val of = inner
    in.expect(')', "the type")
    Type.Wrapped(name, field, of)

  private def defined(in: LineReader, name: String): Type =
    val number = if in.take('#') then in.digits("the number of a definition") else 1
    definitions.get((name, number)) match
      case Some(index) => Type.Named(index)
      case None        =>
        val shown = Words.definition(name) + (if number == 1 then "" else s"#$number")
        in.fail(s"$shown is neither a plain type nor a record or sum of this version", Restore)

private[codec] object TypeReader:
  /** The same limit as in a schema's own bytes. */
  private val MaxDepth = 64

  private val kinds: Map[String, Kind] = Kind.values.map(kind => kind.toString -> kind).toMap
