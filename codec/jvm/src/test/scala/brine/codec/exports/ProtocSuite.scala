package brine.codec.exports

import brine.codec.Schema
import brine.codec.Schema.{Definition, Type}
import brine.codec.exports.internal.ExportNames
import com.google.protobuf.DescriptorProtos.{
  DescriptorProto,
  FieldDescriptorProto,
  FileDescriptorProto,
  FileDescriptorSet
}

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.io.Source
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The protobuf compiler takes what is exported, and understands it as it is meant. */
class ProtocSuite extends munit.FunSuite, Exported:
  import ExportModel.*

  private val protoc =
    Using.resource(Source.fromInputStream(getClass.getResourceAsStream("protoc.path"), "UTF-8"))(_.mkString)

  /** Compiles files, each in a package of its own, and gives their descriptors in the same order. */
  private def compiled(texts: Seq[String]): Seq[FileDescriptorProto] =
    val folder = Files.createTempDirectory("protoc")
    try
      for name <- Seq("duration", "empty", "timestamp") do
        val path   = s"google/protobuf/$name.proto"
        val target = folder.resolve(path)
        Files.createDirectories(target.getParent)
        Using.resource(classOf[FileDescriptorSet].getClassLoader.getResourceAsStream(path))(Files.copy(_, target))
      val names = texts.indices.map(i => s"f$i.proto")
      for (name, text) <- names.zip(texts) do Files.writeString(folder.resolve(name), text)
      val arguments = folder.resolve("arguments")
      Files.writeString(
        arguments,
        (Seq(s"--proto_path=$folder", s"--descriptor_set_out=$folder/set") ++ names).mkString("\n")
      )
      val process = ProcessBuilder(protoc, s"@$arguments").redirectErrorStream(true).start()
      val said    = String(process.getInputStream.readAllBytes(), UTF_8)
      if process.waitFor() != 0 then
        val first = "f(\\d+)\\.proto".r.findFirstMatchIn(said).map(found => texts(found.group(1).toInt))
        fail(s"$said\n${first.getOrElse("")}")
      val set = FileDescriptorSet.parseFrom(Files.readAllBytes(folder.resolve("set"))).getFileList.asScala
      names.map(name => set.find(_.getName == name).get)
    finally Using.resource(Files.walk(folder))(_.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete))

  private def file(schema: Schema): FileDescriptorProto =
    compiled(Seq(exported(ProtobufSchema.of(schema, "com.example")))).head

  private def fields(message: DescriptorProto): List[(String, Int, String)] =
    message.getFieldList.asScala.toList.map: field =>
      (field.getName, field.getNumber, if field.getTypeName.isEmpty then field.getType.name else field.getTypeName)

  test("a compiler that refuses what is wrong"):
    intercept[munit.FailException](compiled(Seq("syntax = \"proto3\";\nmessage A { B b = 1; }\n")))

  test("a record"):
    val reading = file(schema[Reading]).getMessageType(0)
    assertEquals(
      fields(reading),
      List(
        ("sensor", 1, "TYPE_STRING"),
        ("at", 2, ".google.protobuf.Timestamp"),
        ("celsius", 3, "TYPE_DOUBLE"),
        ("note", 4, "TYPE_STRING")
      )
    )
    assertEquals(reading.getFieldList.asScala.map(_.getProto3Optional).toList, List(false, false, false, true))

  test("sums, enumerations, lists and maps"):
    val order   = file(schema[Order])
    val payment = order.getMessageTypeList.asScala.find(_.getName == "Payment").get
    assertEquals(payment.getOneofDeclList.asScala.map(_.getName).toList, List("kind"))
    assertEquals(
      fields(payment),
      List(
        ("card", 1, ".com.example.Payment.Card"),
        ("transfer", 2, ".com.example.Payment.Transfer"),
        ("cash", 3, ".com.example.Payment.Cash")
      )
    )
    val lines = order.getMessageType(0).getField(2)
    assertEquals((lines.getTypeName, lines.getLabel), (".com.example.Line", FieldDescriptorProto.Label.LABEL_REPEATED))
    assert(order.getMessageType(0).getNestedType(0).getOptions.getMapEntry)
    assertEquals(
      order.getEnumType(0).getValueList.asScala.map(_.getName).toList.take(2),
      List("LEVEL_UNSPECIFIED", "LEVEL_INFO")
    )

  test("every kind, tuples and Eithers")(
    compiled(Seq(schema[Kinds], schema[Shapes]).map(s => exported(ProtobufSchema.of(s))))
  )

  test("a package in which google is a part"):
    val text = exported(ProtobufSchema.of(schema[Kinds], "com.google.example"))
    val kind = compiled(Seq(text)).head.getMessageType(0).getField(14)
    assertEquals(kind.getTypeName, ".google.protobuf.Timestamp")

  test("whatever the names, protoc takes the file, or it is refused; references mean what they say"):
    val schemas = RandomSchemas.sample(1500, odd = true) ++ RandomSchemas.sample(1500, odd = false)
    val texts   =
      schemas.zipWithIndex.flatMap((schema, i) => ProtobufSchema.of(schema, s"p$i").toOption.map((schema, i, _)))
    assert(texts.size > 1500, s"${texts.size} of ${schemas.size}")
    val files = compiled(texts.map(_._3))
    for ((schema, i, text), file) <- texts.zip(files) do
      // Messages and enums stand in the order of the definitions, so the one of a definition is found by counting.
      val messages = file.getMessageTypeList.asScala.iterator
      val enums    = file.getEnumTypeList.asScala.iterator
      val made     = schema.definitions.map {
        case Definition.Sum(_, cases) if cases.forall(_.fields.isEmpty) => Left(enums.next())
        case _                                                          => Right(messages.next())
      }
      val names   = made.map(_.fold(_.getName, _.getName)).map(name => s".p$i.$name")
      val records = schema.definitions.zip(made).flatMap {
        case (Definition.Record(_, fields), Right(message)) => Seq(fields -> message)
        case (Definition.Sum(_, cases), Right(message)) => cases.map(_.fields).zip(message.getNestedTypeList.asScala)
        case _                                          => Nil
      }
      for (fields, message) <- records do
        assertEquals(message.getFieldCount, fields.size, text)
        for (field, compiled) <- fields.zip(message.getFieldList.asScala) do
          meant(field.of).foreach(index => assertEquals(compiled.getTypeName, names(index), text))

  /** The definition that a field's message is. */
  private def meant(tpe: Type): Option[Int] = ExportNames.plain(tpe) match
    case Type.Named(index) => Some(index)
    case Type.Optional(of) => meant(of)
    case Type.Sequence(of) => meant(of)
    case Type.Set(of)      => meant(of)
    case _                 => None
