package brine.codec.consistency

import brine.codec.{Codec, Shared}

import java.lang as jl
import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.time.*
import java.util.UUID
import scala.collection.immutable.*
import scala.collection.mutable
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}

/** Records with a field for each codec there is. The name of a field is that of the given which is its codec, as the
  * suite checks; after an underscore follows what distinguishes fields of one codec.
  */
object Everything:
  enum Color:
    case Red, Green, Blue
  object Color:
    given Sample[Color] = Sample.of(random => Color.values(random.nextInt(3)))
  final case class Spot(x: Int, y: Option[Boolean], color: Color)

  final case class Primitives(
      booleanCodec: Boolean,
      byteCodec: Byte,
      shortCodec: Short,
      charCodec: Char,
      intCodec: Int,
      longCodec: Long,
      floatCodec: Float,
      doubleCodec: Double,
      unitCodec: Unit,
      stringCodec: String,
      uuidCodec: UUID,
      uriCodec: URI,
      bigIntCodec: BigInt,
      bigDecimalCodec: BigDecimal,
      javaBigIntegerCodec: BigInteger,
      javaBigDecimalCodec: JavaBigDecimal
  ) derives Codec

  final case class Boxes(
      boxedBooleanCodec: jl.Boolean,
      boxedByteCodec: jl.Byte,
      boxedShortCodec: jl.Short,
      boxedCharCodec: jl.Character,
      boxedIntCodec: jl.Integer,
      boxedLongCodec: jl.Long,
      boxedFloatCodec: jl.Float,
      boxedDoubleCodec: jl.Double
  ) derives Codec

  final case class Times(
      instantCodec: Instant,
      javaDurationCodec: Duration,
      localDateCodec: LocalDate,
      localTimeCodec: LocalTime,
      localDateTimeCodec: LocalDateTime,
      zoneOffsetCodec: ZoneOffset,
      offsetTimeCodec: OffsetTime,
      offsetDateTimeCodec: OffsetDateTime,
      zonedDateTimeCodec: ZonedDateTime,
      yearCodec: Year,
      yearMonthCodec: YearMonth,
      monthDayCodec: MonthDay,
      monthCodec: Month,
      dayOfWeekCodec: DayOfWeek,
      periodCodec: Period,
      finiteDurationCodec: FiniteDuration,
      zoneIdCodec: ZoneId,
      scalaDurationCodec: ScalaDuration
  ) derives Codec

  final case class Structures[A, B](
      optionCodec: Option[A],
      eitherCodec: Either[A, B],
      emptyTupleCodec: EmptyTuple,
      tupleCodec: (A, B),
      sharedCodec: Shared[A]
  )

  final case class Sequences[A](
      nonEmptyListCodec: ::[A],
      listCodec: List[A],
      vectorCodec: Vector[A],
      queueCodec: Queue[A],
      lazyListCodec: LazyList[A],
      listBufferCodec: mutable.ListBuffer[A],
      arraySeqCodec: ArraySeq[A],
      linearSeqCodec: LinearSeq[A],
      indexedSeqCodec: IndexedSeq[A],
      seqCodec: Seq[A],
      iterableCodec: Iterable[A],
      factoryCodec: mutable.ArrayDeque[A]
  )

  /** Not generic, because a mirror makes generic classes with arrays of objects only. */
  final case class Arrays(
      arrayCodec_ints: Array[Int],
      arrayCodec_booleans: Array[Boolean],
      arrayCodec_texts: Array[String],
      arrayCodec_spots: Array[Spot],
      immutableArrayCodec_ints: IArray[Int],
      immutableArrayCodec_booleans: IArray[Boolean],
      immutableArrayCodec_texts: IArray[String],
      immutableArrayCodec_spots: IArray[Spot]
  )

  final case class Sets[A](
      hashSetCodec: HashSet[A],
      listSetCodec: ListSet[A],
      treeSetCodec: TreeSet[A],
      bitSetCodec: BitSet,
      mutableBitSetCodec: mutable.BitSet,
      sortedSetCodec: SortedSet[A],
      setCodec: Set[A]
  )

  final case class Maps[K, V](
      hashMapCodec: HashMap[K, V],
      vectorMapCodec: VectorMap[K, V],
      treeSeqMapCodec: TreeSeqMap[K, V],
      listMapCodec: ListMap[K, V],
      treeMapCodec: TreeMap[K, V],
      linkedHashMapCodec: mutable.LinkedHashMap[K, V],
      intMapCodec: IntMap[V],
      longMapCodec: LongMap[V],
      seqMapCodec: SeqMap[K, V],
      mutableSeqMapCodec: mutable.SeqMap[K, V],
      sortedMapCodec: SortedMap[K, V],
      mapCodec: Map[K, V],
      mapFactoryCodec: mutable.HashMap[K, V]
  )
