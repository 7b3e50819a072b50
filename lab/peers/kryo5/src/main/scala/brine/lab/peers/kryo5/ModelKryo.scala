package brine.lab.peers.kryo5

import java.time.Instant
import java.util.UUID

import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.serializers.{DefaultSerializers, TimeSerializers}
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import org.objenesis.strategy.StdInstantiatorStrategy

import brine.lab.model.*
import brine.lab.model.books.{Book, Branch, Click}

/** A Kryo that knows every class of the model by number. */
private object ModelKryo:
  def apply(): Kryo =
    val kryo = Kryo()
    kryo.setRegistrationRequired(true)
    kryo.setReferences(false)
    kryo.setInstantiatorStrategy(DefaultInstantiatorStrategy(StdInstantiatorStrategy()))
    kryo.register(classOf[UUID], DefaultSerializers.UUIDSerializer())
    kryo.register(classOf[Instant], TimeSerializers.InstantSerializer())
    kryo.register(classOf[::[?]], ListSerializer)
    kryo.register(Nil.getClass, NilSerializer)
    vectorClasses.foreach(kryo.register(_, VectorSerializer))
    kryo.register(mapClass, MapSerializer)
    kryo.register(classOf[Array[Int]])
    kryo.register(classOf[Array[Double]])
    kryo.register(classOf[Some[?]], SomeSerializer)
    kryo.register(None.getClass, NoneSerializer)
    classes.foreach(kryo.register(_))
    kryo

  /** The classes behind `Vector`, one for each depth of the tree. */
  private val vectorClasses: Seq[Class[?]] =
    Seq(0, 1, 40, 2000).map(size => Vector.tabulate(size)(identity).getClass).distinct

  private val mapClass: Class[?] = (1 to 10).map(key => key -> key).toMap.getClass

  private val classes: Seq[Class[?]] = Seq(
    classOf[Click],
    classOf[Branch],
    classOf[Book],
    classOf[Site],
    classOf[Domain],
    classOf[MetaTag],
    classOf[Page],
    classOf[PageComponent],
    classOf[PageComponentPosition],
    classOf[TextComponentData],
    classOf[ButtonComponentData],
    classOf[BlogComponentData],
    classOf[DomainEntryPoint],
    classOf[FreeEntryPoint],
    classOf[SiteType],
    classOf[SiteFlag],
    classOf[PageComponentType],
    classOf[SiteCreated],
    classOf[SiteNameSet],
    classOf[SiteDescriptionSet],
    classOf[SiteRevisionSet],
    classOf[SitePublished],
    classOf[SiteUnpublished],
    classOf[SiteFlagAdded],
    classOf[SiteFlagRemoved],
    classOf[DomainAdded],
    classOf[DomainRemoved],
    classOf[PrimaryDomainSet],
    classOf[DefaultMetaTagAdded],
    classOf[DefaultMetaTagRemoved],
    classOf[PageAdded],
    classOf[PageRemoved],
    classOf[PageNameSet],
    classOf[PageMetaTagAdded],
    classOf[PageMetaTagRemoved],
    classOf[PageComponentAdded],
    classOf[PageComponentRemoved],
    classOf[PageComponentPositionSet],
    classOf[PageComponentPositionReset],
    classOf[TextComponentDataSet],
    classOf[ButtonComponentDataSet],
    classOf[BlogComponentDataSet],
    classOf[DomainEntryPointAdded],
    classOf[FreeEntryPointAdded],
    classOf[EntryPointRemoved],
    classOf[PrimaryEntryPointSet],
    classOf[DataEvent]
  )

private object ListSerializer extends Serializer[List[AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, list: List[AnyRef]): Unit =
    output.writeVarInt(list.size, true)
    list.foreach(element => kryo.writeClassAndObject(output, element))

  def read(kryo: Kryo, input: Input, listClass: Class[? <: List[AnyRef]]): List[AnyRef] =
    val size    = input.readVarInt(true)
    val builder = List.newBuilder[AnyRef]
    var index   = 0
    while index < size do
      builder += kryo.readClassAndObject(input)
      index += 1
    builder.result()

/** The empty list has a class of its own, which says all. */
private object NilSerializer extends Serializer[Nil.type](false, true):
  def write(kryo: Kryo, output: Output, nil: Nil.type): Unit                   = ()
  def read(kryo: Kryo, input: Input, nilClass: Class[? <: Nil.type]): Nil.type = Nil

private object VectorSerializer extends Serializer[Vector[AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, vector: Vector[AnyRef]): Unit =
    output.writeVarInt(vector.size, true)
    vector.foreach(element => kryo.writeClassAndObject(output, element))

  def read(kryo: Kryo, input: Input, vectorClass: Class[? <: Vector[AnyRef]]): Vector[AnyRef] =
    val size    = input.readVarInt(true)
    val builder = Vector.newBuilder[AnyRef]
    builder.sizeHint(size)
    var index = 0
    while index < size do
      builder += kryo.readClassAndObject(input)
      index += 1
    builder.result()

private object MapSerializer extends Serializer[Map[AnyRef, AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, map: Map[AnyRef, AnyRef]): Unit =
    output.writeVarInt(map.size, true)
    map.foreachEntry: (key, value) =>
      kryo.writeClassAndObject(output, key)
      kryo.writeClassAndObject(output, value)

  def read(kryo: Kryo, input: Input, mapClass: Class[? <: Map[AnyRef, AnyRef]]): Map[AnyRef, AnyRef] =
    val size    = input.readVarInt(true)
    val builder = Map.newBuilder[AnyRef, AnyRef]
    var index   = 0
    while index < size do
      builder += kryo.readClassAndObject(input) -> kryo.readClassAndObject(input)
      index += 1
    builder.result()

private object SomeSerializer extends Serializer[Some[AnyRef]](false, true):
  def write(kryo: Kryo, output: Output, some: Some[AnyRef]): Unit = kryo.writeClassAndObject(output, some.value)
  def read(kryo: Kryo, input: Input, someClass: Class[? <: Some[AnyRef]]): Some[AnyRef] =
    Some(kryo.readClassAndObject(input))

private object NoneSerializer extends Serializer[None.type](false, true):
  def write(kryo: Kryo, output: Output, none: None.type): Unit                    = ()
  def read(kryo: Kryo, input: Input, noneClass: Class[? <: None.type]): None.type = None
