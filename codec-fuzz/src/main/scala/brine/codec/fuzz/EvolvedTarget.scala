package brine.codec.fuzz

import brine.codec.testkit.RichModel
import brine.codec.{Codec, MessageOptions, Schema, Schemas}

/** Messages whose schema is known and trusted, read as another version of the type: older by newer and newer by older.
  */
object EvolvedTarget extends FuzzTarget:
  val name  = "evolved"
  val about = "hostile messages of an older and a newer version of the types"

  private val oldModel          = Codec[Versions.Old.Model].schema
  private val newModel          = Codec[Versions.New.Model].schema
  private val oldKind           = Codec[Versions.Old.Kind].schema
  private val newKind           = Codec[Versions.New.Kind].schema
  private lazy val known        = Schemas.of(oldModel, newModel, oldKind, newKind)
  private lazy val olds: Schema = Codec[List[Versions.Old.Kind]].schema

  def seeds: Seq[Array[Byte]] =
    for
      options <- List(MessageOptions.defaults, MessageOptions.withDictionary)
      model   <- Models.old
      seed    <- List(
        Codec.encodeBare(model, options),
        Codec.encodeBare(model.kinds, options),
        Codec.encode(model, options),
        Codec.encodeBare(Models.newKinds, options)
      )
    yield seed

  def run(input: Array[Byte]): Unit =
    val size = input.length.toLong
    Guard.evolved[Versions.New.Model]("an old model", oldModel, size, input)
    Guard.evolved[Versions.Old.Model]("a new model", newModel, size, input)
    Guard.evolved[Versions.New.Kind]("an old kind", oldKind, size, input)
    Guard.evolved[Versions.Old.Kind]("a new kind", newKind, size, input)
    Guard.evolved[Vector[Versions.New.Kind]]("old kinds", olds, size, input)
    Guard.evolved[List[RichModel.Event]]("kinds for events", olds, size, input)
    given Schemas = known
    Guard
      .decoded("a standalone model", size)(Codec.decode[Versions.New.Model](input))
      .foreach: value =>
        Guard.survives("a standalone model", value, MessageOptions.defaults)
