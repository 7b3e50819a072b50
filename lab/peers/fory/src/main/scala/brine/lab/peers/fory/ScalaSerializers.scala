package brine.lab.peers.fory

import java.util.{AbstractCollection, AbstractMap, Collection as JCollection}
import java.util.{Iterator as JIterator, Map as JMap, Set as JSet}

import scala.collection.mutable.Builder
import scala.jdk.CollectionConverters.*

import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.Serializer
import org.apache.fory.serializer.collection.{CollectionLikeSerializer, MapLikeSerializer}

/** Lets Fory write a Scala sequence as it writes a Java collection: the type of the elements once, then the elements.
  */
private final class SeqSerializer[A <: Seq[AnyRef]](
    resolver: TypeResolver,
    seqClass: Class[A],
    builder: () => Builder[AnyRef, A]
) extends CollectionLikeSerializer[A](resolver, seqClass):

  override def onCollectionWrite(context: WriteContext, seq: A): JCollection[?] =
    val view = SeqView(seq)
    context.getBuffer.writeVarUInt32Small7(view.size)
    view

  override def newCollection(context: ReadContext, trackReferences: Boolean): JCollection[?] =
    val size = readCollectionSize(context, context.getBuffer, false)
    setNumElements(size)
    BuilderView(builder(), size)

  override def onCollectionRead(collection: JCollection[?]): A = collection.asInstanceOf[BuilderView[A]].result()

private final class SeqView(seq: Seq[AnyRef]) extends AbstractCollection[AnyRef]:
  def size: Int                   = seq.size
  def iterator: JIterator[AnyRef] =
    val elements = seq.iterator
    new JIterator[AnyRef]:
      def hasNext: Boolean = elements.hasNext
      def next(): AnyRef   = elements.next()

private final class BuilderView[A](builder: Builder[AnyRef, A], expected: Int) extends AbstractCollection[AnyRef]:
  builder.sizeHint(expected)
  private var count = 0

  override def add(element: AnyRef): Boolean =
    builder += element
    count += 1
    true
  def size: Int                   = count
  def iterator: JIterator[AnyRef] = throw UnsupportedOperationException("this collection is built, not read")
  def result(): A                 = builder.result()

private final class SomeSerializer(resolver: TypeResolver)
    extends Serializer[Some[AnyRef]](resolver.getConfig, classOf[Some[AnyRef]]):
  def write(context: WriteContext, some: Some[AnyRef]): Unit = context.writeRef(some.value)
  def read(context: ReadContext): Some[AnyRef]               = Some(context.readRef())

/** The same for a Scala map. */
private final class MapSerializer(resolver: TypeResolver, mapClass: Class[Map[AnyRef, AnyRef]])
    extends MapLikeSerializer[Map[AnyRef, AnyRef]](resolver, mapClass):
  def onMapWrite(context: WriteContext, map: Map[AnyRef, AnyRef]): JMap[?, ?] =
    context.getBuffer.writeVarUInt32Small7(map.size)
    map.asJava

  override def newMap(context: ReadContext, trackReferences: Boolean): JMap[?, ?] =
    val size = readMapSize(context, context.getBuffer, false)
    setNumElements(size)
    MapBuilderView(size)

  def onMapRead(map: JMap[?, ?]): Map[AnyRef, AnyRef] = map.asInstanceOf[MapBuilderView].result()

  def onMapCopy(map: JMap[?, ?]): Map[AnyRef, AnyRef] = throw UnsupportedOperationException("the lab copies nothing")

private final class MapBuilderView(expected: Int) extends AbstractMap[AnyRef, AnyRef]:
  private val builder = Map.newBuilder[AnyRef, AnyRef]
  builder.sizeHint(expected)

  override def put(key: AnyRef, value: AnyRef): AnyRef =
    builder += key -> value
    null
  def entrySet: JSet[JMap.Entry[AnyRef, AnyRef]] = throw UnsupportedOperationException("this map is built, not read")
  def result(): Map[AnyRef, AnyRef]              = builder.result()

/** For an object whose class says all. */
private final class ConstantSerializer[A](resolver: TypeResolver, value: A, valueClass: Class[A])
    extends Serializer[A](resolver.getConfig, valueClass):
  def write(context: WriteContext, value: A): Unit = ()
  def read(context: ReadContext): A                = value
