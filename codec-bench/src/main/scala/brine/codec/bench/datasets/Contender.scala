package brine.codec.bench.datasets

import brine.codec.{Codec, MessageOptions, Out}
import brine.lab.peers.fory.ModelFory
import brine.lab.peers.kryo5.ModelKryo
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.unsafe.{UnsafeInput, UnsafeOutput}
import org.apache.fory.memory.MemoryBuffer

/** A way to turn the value of a data set into bytes and back. Not thread-safe. */
private[bench] trait Contender[A]:
  /** Writes into an array of the message's own. */
  def write(value: A): Array[Byte]

  /** Writes into memory that is kept, and returns the number of bytes. */
  def reuse(value: A): Int

  def read(bytes: Array[Byte]): A

private[bench] object Contender:
  val names: Vector[String] = Vector("Brine", "Fory", "Kryo 5", "by hand")

  def of[A](name: String, set: DataSet[A]): Contender[A] = name match
    case "Brine"   => OfBrine(MessageOptions.defaults)(using set.codec)
    case "Fory"    => OfFory(set)
    case "Kryo 5"  => OfKryo(set)
    case "by hand" => ByHand(set.fixed)
    case _         => throw IllegalArgumentException(s"no contender $name; there are ${names.mkString(", ")}")

  private[datasets] final class OfBrine[A: Codec](options: MessageOptions) extends Contender[A]:
    private val out                  = Out()
    def write(value: A): Array[Byte] = Codec.encodeBare(value, options)
    def reuse(value: A): Int         =
      out.reset()
      if options.dictionary then out.useDictionary()
      Codec[A].write(out, value)
      out.size
    def read(bytes: Array[Byte]): A = Codec.decodeBare[A](bytes, options).fold(throw _, identity)

  /** Registered classes, no references, the same schema at both ends, one instance for one thread. */
  private final class OfFory[A](set: DataSet[A]) extends Contender[A]:
    private val fory                 = ModelFory.of(compatible = false, set.classes)
    private val buffer               = MemoryBuffer.newHeapBuffer(4096)
    def write(value: A): Array[Byte] = fory.serialize(value)
    def reuse(value: A): Int         =
      buffer.writerIndex(0)
      fory.serialize(buffer, value): Unit
      buffer.writerIndex
    def read(bytes: Array[Byte]): A = fory.deserialize(bytes).asInstanceOf[A]

  /** Registered classes, no references, no null fields, elements of a known class without it, both buffers kept. */
  private final class OfKryo[A](set: DataSet[A]) extends Contender[A]:
    private val kryo                 = ModelKryo.of(set.classes)
    private val output               = if set.isBulk then UnsafeOutput(4096, -1) else Output(4096, -1)
    private val input                = if set.isBulk then UnsafeInput() else Input()
    def write(value: A): Array[Byte] =
      reuse(value): Unit
      output.toBytes
    def reuse(value: A): Int =
      output.reset()
      kryo.writeObject(output, value)
      output.position
    def read(bytes: Array[Byte]): A =
      input.setBuffer(bytes)
      kryo.readObject(input, set.root)

  private final class ByHand[A](codec: FixedCodec[A]) extends Contender[A]:
    private val out                  = FixedBuffer()
    private val in                   = FixedBuffer()
    def write(value: A): Array[Byte] =
      reuse(value): Unit
      out.toArray
    def reuse(value: A): Int =
      out.start()
      codec.write(out, value)
      out.size
    def read(bytes: Array[Byte]): A =
      in.startReading(bytes)
      codec.read(in)
