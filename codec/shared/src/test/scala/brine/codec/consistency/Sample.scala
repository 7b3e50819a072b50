package brine.codec.consistency

import brine.codec.Shared

import java.lang as jl
import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.time.*
import java.util.UUID
import scala.collection.immutable.*
import scala.collection.{mutable, Factory}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration, NANOSECONDS}
import scala.deriving.Mirror
import scala.reflect.ClassTag
import scala.util.Random

/** Makes values of a type from random numbers, of all sizes and at the bounds of their ranges. */
trait Sample[A]:
  def apply(random: Random): A

/** Case classes by their fields; less specific than collections, some of which are case classes too. */
trait ProductSamples:
  given product[P <: Product](using mirror: Mirror.ProductOf[P], fields: Samples[mirror.MirroredElemTypes]): Sample[P] =
    Sample.of(random => mirror.fromProduct(Tuple.fromArray(fields.all.map(_(random)).toArray)))

/** Collections and maps by their factories; less specific than those of [[Sample]]. */
trait FactorySamples extends ProductSamples:
  given collection[A, C[X] <: scala.collection.Iterable[X]](using
      element: Sample[A],
      factory: Factory[A, C[A]]
  ): Sample[C[A]] = Sample.of(random => factory.fromSpecific(Sample.some(random, element)))

  given map[K, V, M[X, Y] <: scala.collection.Map[X, Y]](using
      key: Sample[K],
      value: Sample[V],
      factory: Factory[(K, V), M[K, V]]
  ): Sample[M[K, V]] = Sample.of(r => factory.fromSpecific(Sample.some(r, key).map(_ -> value(r)).toMap))

object Sample extends FactorySamples:
  def of[A](make: Random => A): Sample[A] = random => make(random)

  private def int(random: Random): Int = random.nextInt(6) match
    case 0 => random.nextInt(3) - 1
    case 1 => random.nextInt(300) - 150
    case 2 => List(Int.MinValue, Int.MaxValue, 0)(random.nextInt(3))
    case _ => random.nextInt() >> random.nextInt(32)

  private def long(random: Random): Long = random.nextInt(5) match
    case 0 => int(random)
    case 1 => List(Long.MinValue, Long.MaxValue, 0L)(random.nextInt(3))
    case _ => random.nextLong() >> random.nextInt(64)

  private def text(random: Random): String = random.nextInt(5) match
    case 0 => ""
    case 1 => List("again", "and again", "é ß", "漢字")(random.nextInt(4))
    case 2 => String(Array.fill(random.nextInt(40))(('a' + random.nextInt(26)).toChar))
    case _ => List.fill(random.nextInt(6))((0x20 + random.nextInt(0x500)).toChar).mkString

  private def second(random: Random): Long = random.nextLong() % 4_000_000_000L
  private def nano(random: Random): Int    = random.nextInt(3) match
    case 0 => 0
    case 1 => random.nextInt(1000) * 1_000_000
    case _ => random.nextInt(1_000_000_000)

  given Sample[Boolean] = of(_.nextBoolean())
  given Sample[Byte]    = of(_.nextInt().toByte)
  given Sample[Short]   = of(int(_).toShort)
  given Sample[Char]    = of(random => random.nextInt(0xd800).toChar)
  given Sample[Int]     = of(int)
  given Sample[Long]    = of(long)
  given Sample[Float]   = of(random => if random.nextBoolean() then random.nextInt(100) / 4f else random.nextFloat())
  given Sample[Double]  =
    of(random => if random.nextBoolean() then random.nextInt(10000) / 10.0 else random.nextDouble())
  given Sample[Unit]                         = of(_ => ())
  given Sample[String]                       = of(text)
  given Sample[UUID]                         = of(random => UUID(random.nextLong(), random.nextInt(4)))
  given Sample[URI]                          = of(random => URI(s"https://example.org/${random.nextInt(5)}"))
  given boxedBoolean: Sample[jl.Boolean]     = of(_.nextBoolean())
  given boxedByte: Sample[jl.Byte]           = of(_.nextInt().toByte)
  given boxedShort: Sample[jl.Short]         = of(int(_).toShort)
  given boxedCharacter: Sample[jl.Character] = of(random => random.nextInt(0xd800).toChar)
  given boxedInteger: Sample[jl.Integer]     = of(int(_))
  given boxedLong: Sample[jl.Long]           = of(long(_))
  given boxedFloat: Sample[jl.Float]         = of(_.nextFloat())
  given boxedDouble: Sample[jl.Double]       = of(_.nextDouble())
  given Sample[BigInt]         = of(random => BigInt(random.nextLong()) * random.nextInt() >> random.nextInt(96))
  given Sample[BigDecimal]     = of(random => BigDecimal(BigInt(long(random)), random.nextInt(20) - 5))
  given Sample[BigInteger]     = of(random => summon[Sample[BigInt]](random).bigInteger)
  given Sample[JavaBigDecimal] = of(random => summon[Sample[BigDecimal]](random).bigDecimal)

  given Sample[Instant]        = of(random => Instant.ofEpochSecond(second(random), nano(random)))
  given Sample[Duration]       = of(random => Duration.ofSeconds(second(random), nano(random)))
  given Sample[LocalDate]      = of(random => LocalDate.ofEpochDay(random.nextInt(40000) - 10000))
  given Sample[LocalTime]      = of(random => LocalTime.of(random.nextInt(24), random.nextInt(60), 0, nano(random)))
  given Sample[LocalDateTime]  = of(r => LocalDateTime.of(summon[Sample[LocalDate]](r), summon[Sample[LocalTime]](r)))
  given Sample[ZoneOffset]     = of(random => ZoneOffset.ofTotalSeconds((random.nextInt(72) - 36) * 1800))
  given Sample[OffsetTime]     = of(r => OffsetTime.of(summon[Sample[LocalTime]](r), summon[Sample[ZoneOffset]](r)))
  given Sample[OffsetDateTime] =
    of(r => OffsetDateTime.of(summon[Sample[LocalDateTime]](r), summon[Sample[ZoneOffset]](r)))
  given Sample[ZoneId] = of(random => if random.nextBoolean() then ZoneId.of("Europe/Berlin") else ZoneOffset.UTC)
  given Sample[ZonedDateTime]  = of(r => ZonedDateTime.of(summon[Sample[LocalDateTime]](r), ZoneOffset.UTC))
  given Sample[Year]           = of(random => Year.of(random.nextInt(3000) - 500))
  given Sample[YearMonth]      = of(random => YearMonth.of(random.nextInt(3000), 1 + random.nextInt(12)))
  given Sample[MonthDay]       = of(random => MonthDay.of(1 + random.nextInt(12), 1 + random.nextInt(28)))
  given Sample[Month]          = of(random => Month.of(1 + random.nextInt(12)))
  given Sample[DayOfWeek]      = of(random => DayOfWeek.of(1 + random.nextInt(7)))
  given Sample[Period]         = of(random => Period.of(random.nextInt(9) - 4, random.nextInt(40), random.nextInt(9)))
  given Sample[FiniteDuration] = of(random => FiniteDuration(random.nextInt(), NANOSECONDS))
  given Sample[ScalaDuration]  =
    of(random => if random.nextInt(4) == 0 then ScalaDuration.Inf else summon[Sample[FiniteDuration]](random))

  given option[A](using value: Sample[A]): Sample[Option[A]] = of(r => Option.when(r.nextInt(3) > 0)(value(r)))
  given either[A, B](using left: Sample[A], right: Sample[B]): Sample[Either[A, B]] =
    of(random => if random.nextBoolean() then Left(left(random)) else Right(right(random)))
  given tuple[A, B](using first: Sample[A], second: Sample[B]): Sample[(A, B)] = of(r => (first(r), second(r)))
  given Sample[EmptyTuple]                                                     = of(_ => EmptyTuple)
  given shared[A](using value: Sample[A]): Sample[Shared[A]]                   = of(random => Shared(value(random)))

  private[consistency] def some[A](random: Random, element: Sample[A]): List[A] =
    val size = random.nextInt(4) match
      case 0 => 0
      case 3 => 8 + random.nextInt(40)
      case _ => 1 + random.nextInt(3)
    List.fill(size)(element(random))

  given nonEmpty[A](using element: Sample[A]): Sample[::[A]]               = of(r => ::(element(r), some(r, element)))
  given array[A: ClassTag](using element: Sample[A]): Sample[Array[A]]     = of(some(_, element).toArray)
  given frozen[A: ClassTag](using element: Sample[A]): Sample[IArray[A]]   = of(r => IArray.from(some(r, element)))
  given packed[A: ClassTag](using element: Sample[A]): Sample[ArraySeq[A]] = of(r => ArraySeq.from(some(r, element)))
  given bits: Sample[BitSet] = of(random => BitSet.fromSpecific(List.fill(random.nextInt(20))(random.nextInt(100))))
  given mutableBits: Sample[mutable.BitSet] =
    of(random => mutable.BitSet.fromSpecific(List.fill(random.nextInt(20))(random.nextInt(100))))

  given seqMap[K, V](using key: Sample[K], value: Sample[V]): Sample[SeqMap[K, V]] =
    of(random => SeqMap.from(some(random, key).map(_ -> value(random))))
  given mutableSeqMap[K, V](using key: Sample[K], value: Sample[V]): Sample[mutable.SeqMap[K, V]] =
    of(random => mutable.SeqMap.from(some(random, key).map(_ -> value(random))))
  given intMap[V](using value: Sample[V]): Sample[IntMap[V]] =
    of(random => IntMap.from(some(random, of(int)).map(_ -> value(random))))
  given longMap[V](using value: Sample[V]): Sample[LongMap[V]] =
    of(random => LongMap.from(some(random, of(long)).map(_ -> value(random))))

/** The samples of the elements of a tuple. */
final class Samples[T <: Tuple](val all: List[Sample[?]])

object Samples:
  given none: Samples[EmptyTuple]                                                     = Samples(Nil)
  given more[H, T <: Tuple](using head: Sample[H], tail: Samples[T]): Samples[H *: T] = Samples(head :: tail.all)
