package brine.codec.fuzz

import brine.codec.golden.GoldenCases
import brine.codec.testkit.RichModel
import brine.codec.{Codec, Schema}

/** Messages together with the schema they claim to be written with: both are hostile. */
object SchemaTarget extends FuzzTarget:
  val name  = "schema"
  val about = "hostile schemas, and messages read by them"

  def seeds: Seq[Array[Byte]] =
    val own = List(
      Splits.join(Codec[RichModel.Page].schema.canonical, Codec.encodeBare(RichModel.page)),
      Splits.join(Codec[List[RichModel.Event]].schema.canonical, Codec.encodeBare(RichModel.events)),
      Splits.join(Codec[List[Versions.New.Kind]].schema.canonical, Codec.encodeBare(Models.newKinds))
    ) ++ Models.old.flatMap(model =>
      List(
        Splits.join(Codec[Versions.Old.Model].schema.canonical, Codec.encodeBare(model)),
        Splits.join(Codec[List[Versions.Old.Kind]].schema.canonical, Codec.encodeBare(model.kinds))
      )
    )
    val golden = GoldenCases.all.filter(_.name.startsWith("schema/")).map(of => Splits.join(of.encode, new Array(16)))
    own ++ golden

  def run(input: Array[Byte]): Unit =
    val (canonical, message) = Splits.split(input)
    Guard.decoded("a schema", canonical.length)(Schema.fromCanonical(canonical)).foreach(use(_, input.length, message))

  private def use(written: Schema, size: Long, message: Array[Byte]): Unit =
    if Schema.fromCanonical(written.canonical) != Right(written) then
      throw Finding(s"the schema $written is another one after it was written")
    Guard.evolved[RichModel.Page]("a page", written, size, message)
    Guard.evolved[List[RichModel.Event]]("events", written, size, message)
    Guard.evolved[Versions.Old.Model]("an old model", written, size, message)
    Guard.evolved[Versions.New.Model]("a new model", written, size, message)
    Guard.evolved[List[Versions.New.Kind]]("kinds", written, size, message)
    Guard.evolved[Versions.New.Owner]("an owner", written, size, message)
    Guard.evolved[Map[String, Option[Double]]]("a map", written, size, message)
    Guard.evolved[(Long, Array[Int])]("a tuple", written, size, message)
