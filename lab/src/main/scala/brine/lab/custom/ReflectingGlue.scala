package brine.lab.custom

/** Libraries that look at classes at run time. */
private[custom] object ReflectingGlue:
  def java(types: UserTypes): String = Glue.frame(
    types,
    "java",
    "JavaPeer",
    List("java" -> "a fresh ObjectOutputStream for every message"),
    "FreshStreamFormat(all)",
    ""
  )

  def kryo(types: UserTypes): String =
    val known = if types.types.exists(one => one.name == types.root && one.kind == "record") then
      s"KnownTypeFormat(CustomKryo(), classOf[${classOf_(types.root)}], all)"
    else "AnyTypeFormat(CustomKryo(), all)"
    Glue.frame(
      types,
      "kryo5",
      "KryoPeer",
      List(
        "kryo5" -> ("registration required, no references, no null fields and elements; classes of elements known by the " +
          "fields' types or written once, in serializers of the lab's own; generic type inference off; buffers reused")
      ),
      known,
      s"""private object CustomKryo:
         |  def apply(): Kryo =
         |    val kryo = ModelKryo()
         |    ${maps("kryo.register(_, MapSerializer())")}
         |    kryo.register(classOf[BigDecimal], Decimals)
         |    kryo.register(classOf[_root_.java.math.BigDecimal])
         |    ${registered(types, "kryo.register")}
         |    kryo
         |
         |private object Decimals extends Serializer[BigDecimal](false, true):
         |  def write(kryo: Kryo, output: Output, value: BigDecimal): Unit = kryo.writeObject(output, value.bigDecimal)
         |  def read(kryo: Kryo, input: Input, of: Class[? <: BigDecimal]): BigDecimal =
         |    BigDecimal.exact(kryo.readObject(input, classOf[_root_.java.math.BigDecimal]))
         |
         |/** Objects of a few: the number of each. */
         |private final class Choices[A <: AnyRef](all: Seq[A]) extends Serializer[A](false, true):
         |  private val numbers = all.zipWithIndex.toMap
         |  def write(kryo: Kryo, output: Output, value: A): Unit = output.writeVarInt(numbers(value), true)
         |  def read(kryo: Kryo, input: Input, of: Class[? <: A]): A = all(input.readVarInt(true))
         |""".stripMargin
        .replace("input: Input, of", "input: KryoInput, of"),
      List(
        "_root_.com.esotericsoftware.kryo.{Kryo, Serializer}",
        "_root_.com.esotericsoftware.kryo.io.{Input as KryoInput, Output}"
      )
    )

  def fory(types: UserTypes): String = Glue.frame(
    types,
    "fory",
    "ForyPeer",
    List(
      "fory" -> "registered classes, no reference tracking, no xlang; serializers for Scala's collections and Option of the lab's own",
      "fory-compatible" -> "the same in compatible mode, which carries field names"
    ),
    "ForyFormat(CustomFory(compatible = library == \"fory-compatible\"), all)",
    s"""private object CustomFory:
       |  def apply(compatible: Boolean): Fory =
       |    val fory = ModelFory(compatible)
       |    def map(mapClass: Class[?]): Unit =
       |      val known = mapClass.asInstanceOf[Class[Map[AnyRef, AnyRef]]]
       |      fory.registerSerializerAndType(known, resolver => MapSerializer(resolver, known))
       |    ${maps("map(_)")}
       |    fory.registerSerializerAndType(classOf[BigDecimal], resolver => Decimals(resolver))
       |    def choices[A <: AnyRef](one: Class[?], all: Seq[A]): Unit =
       |      val known = one.asInstanceOf[Class[A]]
       |      fory.registerSerializerAndType(known, resolver => Choices(resolver, known, all))
       |    ${registered(types, "fory.register", "choices")}
       |    fory
       |
       |private final class Decimals(resolver: TypeResolver)
       |    extends Serializer[BigDecimal](resolver.getConfig, classOf[BigDecimal]):
       |  def write(context: WriteContext, value: BigDecimal): Unit = context.writeRef(value.bigDecimal)
       |  def read(context: ReadContext): BigDecimal =
       |    BigDecimal.exact(context.readRef().asInstanceOf[_root_.java.math.BigDecimal])
       |
       |/** Objects of a few: the number of each. */
       |private final class Choices[A <: AnyRef](resolver: TypeResolver, known: Class[A], all: Seq[A])
       |    extends Serializer[A](resolver.getConfig, known):
       |  private val numbers = all.zipWithIndex.toMap
       |  def write(context: WriteContext, value: A): Unit = context.getBuffer.writeVarUInt32Small7(numbers(value))
       |  def read(context: ReadContext): A                = all(context.getBuffer.readVarUInt32Small7())
       |""".stripMargin,
    List(
      "_root_.org.apache.fory.Fory",
      "_root_.org.apache.fory.context.{ReadContext, WriteContext}",
      "_root_.org.apache.fory.resolver.TypeResolver",
      "_root_.org.apache.fory.serializer.Serializer"
    )
  )

  /** The classes of maps of few entries; that of larger ones is known already. */
  private def maps(register: String) =
    s"Seq(0, 1, 2, 3, 4).map(size => (1 to size).map(key => key -> key).toMap.getClass).foreach($register)"

  private def registered(types: UserTypes, register: String, choices: String = ""): String =
    def few(all: String) =
      if choices.isEmpty then s"$all.map(_.getClass).distinct.foreach(kryo.register(_, Choices($all)))"
      else s"$all.map(_.getClass).distinct.foreach($choices(_, $all))"
    types.types
      .flatMap:
        case one if one.kind == "choice" => List(few(s"_root_.${one.name}.values.toSeq"))
        case one if one.kind == "record" => List(s"$register(classOf[${classOf_(one.name)}])")
        case one if one.kind == "sum"    =>
          one.singletons.map(single => few(s"Seq[AnyRef](_root_.$single)"))
        case _ => Nil
      .distinct
      .mkString("\n    ")

  /** The class of an applied type, with wildcards. */
  private def classOf_(name: String): String =
    val start = name.indexOf('[')
    if start < 0 then "_root_." + name
    else
      val inside = name.substring(start + 1, name.length - 1)
      val depths =
        inside.scanLeft(0)((depth, c) => if c == '[' then depth + 1 else if c == ']' then depth - 1 else depth)
      val count = inside.zip(depths).count((c, depth) => c == ',' && depth == 0) + 1
      s"_root_.${name.take(start)}[${List.fill(count)("?").mkString(", ")}]"
