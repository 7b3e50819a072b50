package brine.lab.peers.fory

import scala.collection.mutable.Builder

import org.apache.fory.Fory

import brine.lab.model.ModelClasses
import scala.jdk.CollectionConverters.*

/** A Fory that knows classes by number. */
private[brine] object ModelFory:
  def apply(compatible: Boolean): Fory = of(compatible, ModelClasses.all.asScala)

  /** A Fory for these classes instead of those of the model. */
  def of(compatible: Boolean, classes: Iterable[Class[?]]): Fory =
    val fory = Fory
      .builder()
      .withXlang(false)
      .withRefTracking(false)
      .requireClassRegistration(true)
      .withCompatible(compatible)
      .build()
    listClasses.foreach(seqSerializer(fory, _, List.newBuilder))
    vectorClasses.foreach(vectorSerializer(fory, _))
    constantSerializer(fory, None)
    fory.registerSerializerAndType(classOf[Some[?]], resolver => SomeSerializer(resolver))
    fory.registerSerializerAndType(mapClass, resolver => MapSerializer(resolver, mapClass))
    classes.foreach(fory.register(_))
    // The last, so that the classes before it keep their numbers.
    vectorSerializer(fory, vectorClass(40000))
    fory

  private def seqSerializer[A <: Seq[AnyRef]](fory: Fory, seqClass: Class[A], builder: => Builder[AnyRef, A]): Unit =
    fory.registerSerializerAndType(seqClass, resolver => SeqSerializer(resolver, seqClass, () => builder))

  private def vectorSerializer(fory: Fory, of: Class[Vector[AnyRef]]): Unit =
    seqSerializer(fory, of, Vector.newBuilder)

  private def constantSerializer[A <: AnyRef](fory: Fory, value: A): Unit =
    val valueClass = value.getClass.asInstanceOf[Class[A]]
    fory.registerSerializerAndType(valueClass, resolver => ConstantSerializer(resolver, value, valueClass))

  /** Fory wants a serializer of collections for the empty list too. */
  private val listClasses: Seq[Class[List[AnyRef]]] =
    Seq(classOf[::[?]], Nil.getClass).map(_.asInstanceOf[Class[List[AnyRef]]])

  /** The classes behind `Vector`, one for each depth of the tree. */
  private val vectorClasses: Seq[Class[Vector[AnyRef]]] =
    Seq(0, 1, 40, 2000).map(vectorClass)

  private def vectorClass(size: Int): Class[Vector[AnyRef]] =
    Vector.tabulate(size)(_.toString).getClass.asInstanceOf[Class[Vector[AnyRef]]]

  /** The class of a map of more than four entries. */
  private val mapClass: Class[Map[AnyRef, AnyRef]] =
    (1 to 10).map(key => key -> key).toMap.getClass.asInstanceOf[Class[Map[AnyRef, AnyRef]]]
