package brine.lab.peers.kryo5

import java.time.Instant
import java.util.UUID

import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.serializers.{DefaultSerializers, TimeSerializers}
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import org.objenesis.strategy.StdInstantiatorStrategy

import brine.lab.model.ModelClasses
import scala.jdk.CollectionConverters.*

/** A Kryo that knows classes by number, and what their fields contain. */
private[brine] object ModelKryo:
  def apply(): Kryo = of(ModelClasses.all.asScala)

  /** A Kryo for these classes instead of those of the model. */
  def of(classes: Iterable[Class[?]]): Kryo =
    val kryo = Kryo()
    kryo.setRegistrationRequired(true)
    kryo.setReferences(false)
    // What inference would find out for every value, KnownFields says once.
    kryo.setOptimizedGenerics(false)
    kryo.setDefaultSerializer(KnownFields())
    kryo.setInstantiatorStrategy(DefaultInstantiatorStrategy(StdInstantiatorStrategy()))
    kryo.register(classOf[UUID], DefaultSerializers.UUIDSerializer())
    kryo.register(classOf[Instant], TimeSerializers.InstantSerializer())
    kryo.register(classOf[::[?]], SeqSerializer(() => List.newBuilder))
    kryo.register(Nil.getClass, ConstantSerializer(Nil))
    vectorClasses.foreach(kryo.register(_, SeqSerializer(() => Vector.newBuilder)))
    kryo.register(mapClass, MapSerializer())
    kryo.register(classOf[Array[Int]])
    kryo.register(classOf[Array[Double]])
    kryo.register(classOf[Some[?]], SomeSerializer)
    kryo.register(None.getClass, ConstantSerializer(None))
    classes.foreach(kryo.register)
    // The last, so that the classes before it keep their numbers.
    kryo.register(largeVectorClass, SeqSerializer(() => Vector.newBuilder))
    kryo

  /** The classes behind `Vector`, one for each depth of the tree. */
  private val vectorClasses: Seq[Class[?]] =
    Seq(0, 1, 40, 2000).map(size => Vector.tabulate(size)(identity).getClass).distinct

  /** The class of a vector of more than 32,768 elements. */
  private val largeVectorClass: Class[?] = Vector.tabulate(40000)(identity).getClass

  private val mapClass: Class[?] = (1 to 10).map(key => key -> key).toMap.getClass
