package brine.codec.internal.collections

import brine.codec.internal.columns.Nested
import brine.codec.{Codec, In}

import scala.reflect.ClassTag
import scala.util.Random

/** Arrays as values in a column: any part of the elements becomes an array of the right class. */
final class JoinedArraysSuite extends munit.FunSuite:
  private val random = Random(1)

  private def check[A](next: => A)(using codec: Codec[Array[A]], tag: ClassTag[A]): Unit =
    val joined = codec.asInstanceOf[Nested.Joined[A, Array[A]]]
    for _ <- 0 until 100 do
      val all   = Vector.fill(random.nextInt(20))(next)
      val first = random.nextInt(all.size + 1)
      val size  = random.nextInt(all.size - first + 1)
      val boxes = all.map(_.asInstanceOf[AnyRef]).toArray[AnyRef]
      val array = joined.collect(In(Array.emptyByteArray), boxes, first, size)
      assertEquals(array.toVector, all.slice(first, first + size))
      assertEquals(array.getClass.getComponentType, tag.runtimeClass.asInstanceOf[Class[?]])
      assertEquals(joined.sizeOf(array), size)
      assertEquals(joined.elementsOf(array).toVector, array.toVector)

  test("arrays of primitives"):
    check(random.nextInt())
    check(random.nextLong())
    check(random.nextDouble())
    check(random.nextFloat())
    check(random.nextInt().toShort)
    check(random.nextInt().toByte)
    check(random.nextInt().toChar)
    check(random.nextBoolean())

  test("arrays of objects"):
    check(random.nextString(3))
    check((random.nextInt(), random.nextBoolean()))
    check(Option.when(random.nextBoolean())(random.nextInt()))
    check(List.fill(random.nextInt(3))(random.nextInt()))
