package brine.lab.peers.fory

import java.util.{AbstractCollection, Collection as JCollection, Iterator as JIterator}

import scala.collection.mutable.Builder

import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.Serializer
import org.apache.fory.serializer.collection.CollectionLikeSerializer

/** Lets Fory write a Scala sequence as it writes a Java collection: the type of the elements once, then the elements. */
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

/** For an object whose class says all. */
private final class ConstantSerializer[A](resolver: TypeResolver, value: A, valueClass: Class[A])
    extends Serializer[A](resolver.getConfig, valueClass):
  def write(context: WriteContext, value: A): Unit = ()
  def read(context: ReadContext): A                = value
