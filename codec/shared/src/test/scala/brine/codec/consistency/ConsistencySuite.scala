package brine.codec.consistency

import brine.codec.*
import brine.codec.consistency.Case.{Added, Before, Dropped, Event, Older, Other}
import brine.codec.inspect.{Corresponds, Framing, Inspect, Value}
import brine.effort.Effort

/** What every codec writes is what its schema says, to each reader that knows the schema alone. */
final class ConsistencySuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(60, "min")

  private val Values = Effort.valuesOfRecords

  test("every codec has a field in one of the records"):
    val fields = Case.all.flatMap(_.fields).map(_.takeWhile(_ != '_')).distinct.sorted
    assertEquals(fields, CodecGivens.names)

  for of <- Case.all do check(of)

  private def check[A](of: Case[A]): Unit =
    import of.given
    val values = of.values(Values)

    def same(read: Either[DecodeError, Any], value: Any)(using munit.Location): Unit = read match
      case Right(read) => assert(Same(read, value), s"$read, not $value")
      case Left(error) => fail(s"$error for $value")

    test(s"${of.name}: read as they were written"):
      values.foreach: value =>
        same(Codec.decode[A](Codec.encode(value)), value)
        same(Codec.decodeBare[A](Codec.encodeBare(value)), value)

    test(s"${of.name}: with a dictionary"):
      val options = MessageOptions.withDictionary
      values.foreach(value => same(Codec.decode[A](Codec.encode(value, options)), value))

    test(s"${of.name}: by the schema alone"):
      def inspected[B](value: B, options: MessageOptions)(using codec: Codec[B]): Unit =
        Inspect.default.values(Codec.encodeBare(value, options), Framing.Bare(codec.schema, options)) match
          case Right(Vector(read)) => assert(Corresponds(read, value), s"$read, not $value")
          case other               => fail(s"$other for $value")
      for options <- List(MessageOptions.defaults, MessageOptions.withDictionary) do
        values.foreach(inspected(_, options))
        inspected(values, options)
        inspected(values.toVector.map(Option(_)), options)
        inspected(values.zipWithIndex.map((value, i) => i -> value).toMap, options)

    test(s"${of.name}: in a mixed container"):
      val container = ContainerWriter()
      val shared    = Shared("again")
      values.foreach: value =>
        container.add(Other("again", shared))
        container.add(value)
        container.add(List(value))
      val reader = ContainerReader(container.toArray)
      values.foreach: value =>
        assert(reader.next[Other]().isRight)
        same(reader.next[A](), value)
        same(reader.next[Vector[A]](), Vector(value))

    test(s"${of.name}: a field is added elsewhere"):
      val written = Codec[Before[A]].schema
      values.foreach: value =>
        val bytes = Codec.encodeBare(Before(value, 7))
        same(Codec.decodeBare[Added.Before[A]](bytes, written), Added.Before(None, value, 7L, None))

    test(s"${of.name}: as an unknown field"):
      val written = Codec[Before[A]].schema
      for
        value   <- values
        options <- List(MessageOptions.defaults, MessageOptions.withDictionary)
      do
        val bytes = Codec.encodeBare(Before(value, 7), options)
        same(Codec.decodeBare[Dropped.Before](bytes, written, options), Dropped.Before(7, None))

    test(s"${of.name}: in an unknown case"):
      values.foreach: value =>
        val later: Event[A] = Event.Later(7, value, "again")
        for options <- List(MessageOptions.defaults, MessageOptions.withDictionary) do
          val kept = Codec.decodeBare[Older.Event](Codec.encodeBare(later, options), Codec[Event[A]].schema, options)
          val back = kept.flatMap: kept =>
            Codec.decodeBare[Event[A]](Codec.encodeBare(kept, options), Codec[Older.Event].schema, options)
          same(back, later)

    test(s"${of.name}: many in columns, read as another version"):
      val many    = List.tabulate(40)(i => Before(values(i % values.size), i))
      val written = Codec[List[Before[A]]].schema
      same(
        Codec.decodeBare[Vector[Added.Before[A]]](Codec.encodeBare(many), written),
        many.map(one => Added.Before(None, one.all, one.number.toLong, None)).toVector
      )

    test(s"${of.name}: many in a container of one type, by the schema alone and as another version"):
      val many      = List.tabulate(130)(i => Before(values(i % values.size), i))
      val container = ContainerWriter()
      many.foreach(container.add(_))
      val bytes = container.toArray
      Inspect.default.values(bytes, Framing.Container()) match
        case Right(all)  => assert(Corresponds(Value.Sequence(all), many))
        case Left(error) => fail(s"$error")
      given Schemas = Schemas.none.add("before", Codec[Before[A]].schema).add("before", Codec[Added.Before[A]].schema)
      // One object: a block is charged for the plan of each codec.
      val later   = summon[Codec[Added.Before[A]]]
      val own     = ContainerReader(bytes)
      val another = ContainerReader(bytes)
      many.foreach: one =>
        same(own.next[Before[A]](), one)
        same(another.next()(using later), Added.Before(None, one.all, one.number.toLong, None))
      assert(!own.hasNext && !another.hasNext)

    test(s"${of.name}: the fingerprint is that of the schema"):
      assertEquals(Codec[A].fingerprint, Codec[A].schema.fingerprint)
      assertEquals(Schema.fromCanonical(Codec[A].schema.canonical), Right(Codec[A].schema))
