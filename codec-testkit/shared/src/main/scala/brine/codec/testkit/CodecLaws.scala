package brine.codec.testkit

import brine.codec.testkit.internal.{Allocation, Same, Text}
import brine.codec.{Codec, DecodeError, EncodeError, In, Limits, MessageOptions, Out, Schema}

import scala.util.control.NonFatal

/** The laws every codec must satisfy, whether it is derived, converted from another codec, or written by hand.
  *
  * Each law is a method that returns the first [[Violation]] it finds, or `None`. The laws are plain functions for any
  * test library; [[CodecSuite]] turns them into munit tests.
  *
  * @param codec
  *   the codec under test; evaluated once or more per law, so that two instances can be compared
  * @param effort
  *   number of attempts, and the memory that decoding may use
  */
final class CodecLaws[A](codec: => Codec[A], effort: Effort = Effort.defaults):
  private type Verdict = Option[Violation]

  /** Checks all laws for these values. */
  def all(values: A*): List[Violation] = CodecLaws.names.flatMap(law => check(law, values*))

  /** Checks one law, given by name, for these values.
    *
    * @throws IllegalArgumentException
    *   if there is no law of that name, see [[CodecLaws.names]]
    */
  def check(law: String, values: A*): Verdict = law match
    case CodecLaws.RoundTrip   => first(values)(roundTrip)
    case CodecLaws.Determinism => first(values)(determinism)
    case CodecLaws.Extent      => first(values)(extent)
    case CodecLaws.Truncation  => first(values)(truncation)
    case CodecLaws.Mutation    => first(values)(mutation)
    case CodecLaws.Budget      => first(values)(budget)
    case CodecLaws.MinSize     => first(values)(minSize)
    case CodecLaws.SchemaLaw   => schema
    case other => throw IllegalArgumentException(s"no law is called '$other'; there are ${CodecLaws.names}")

  private def first(values: Seq[A])(law: A => Verdict): Verdict =
    values.iterator.map(law).collectFirst { case Some(found) => found }

  private def bare(value: A): Array[Byte]       = Codec.encodeBare(value)(using codec)
  private def standalone(value: A): Array[Byte] = Codec.encode(value)(using codec)

  private def unless(holds: Boolean)(violation: => Violation): Verdict = if holds then None else Some(violation)

  // --- values survive ------------------------------------------------------------------------

  /** Encoding and decoding (bare, standalone, and with a dictionary) gives an equal value with the same bytes. */
  def roundTrip(value: A): Verdict =
    def read(bytes: Array[Byte], result: Either[DecodeError, A]): Verdict = result match
      case Left(error) =>
        Some(Violation(CodecLaws.RoundTrip, s"${Text.of(value)} is written as ${Text.hex(bytes)}: ${error.getMessage}"))
      case Right(again) =>
        unless(Same(value, again))(Violation(CodecLaws.RoundTrip, s"${Text.of(value)} reads back as ${Text.of(again)}"))
          .orElse(
            unless(bare(again).sameElements(bare(value)))(
              Violation(
                CodecLaws.RoundTrip,
                s"${Text.of(value)} reads back as a value of other bytes: ${Text.hex(bare(again))}"
              )
            )
          )
    val alone = standalone(value)
    val short = bare(value)
    val once  = Codec.encodeBare(value, MessageOptions.withDictionary)(using codec)
    read(short, Codec.decodeBare(short)(using codec))
      .orElse(read(alone, Codec.decode(alone)(using codec)))
      .orElse(read(once, Codec.decodeBare(once, MessageOptions.withDictionary)(using codec)))

  /** The bytes depend on the value alone: not on time, chance, earlier messages, or the instance of the codec. */
  def determinism(value: A): Verdict =
    val once  = bare(value)
    val again = bare(value)
    val same  = codec
    val out   = Out()
    // After another message in the same memory.
    same.write(out, value)
    out.reset()
    same.write(out, value)
    val reused                                   = out.toArray
    def differ(other: Array[Byte], when: String) =
      unless(other.sameElements(once))(
        Violation(
          CodecLaws.Determinism,
          s"${Text.of(value)} is written as ${Text.hex(once)}, then $when as ${Text.hex(other)}"
        )
      )
    differ(again, "again").orElse(differ(reused, "into an Out that was used before"))

  /** Decoding reads exactly the value's bytes and leaves the bytes after them. */
  def extent(value: A): Verdict =
    val bytes = bare(value)
    val tails = List(Array[Byte](0), Array[Byte](-1), Array.fill[Byte](16)(1))
    tails.iterator
      .map { tail =>
        val in = In(bytes ++ tail)
        attempt(codec.read(in)) match
          case Outcome.Value(read) =>
            unless(in.offset == bytes.length && Same(value, read))(
              Violation(
                CodecLaws.Extent,
                s"${Text.of(value)} has ${bytes.length} bytes; followed by others, " +
                  s"${in.offset} were read as ${Text.of(read)}"
              )
            )
          case Outcome.Refused(error) =>
            Some(
              Violation(
                CodecLaws.Extent,
                s"${Text.of(value)} does not read when other bytes follow: ${error.getMessage}"
              )
            )
          case Outcome.Broken(error) => Some(Violation(CodecLaws.Extent, s"reading ${Text.of(value)} threw $error"))
      }
      .collectFirst { case Some(found) => found }

  // --- bad bytes are refused -----------------------------------------------------------------

  /** A truncated message, cut off at any byte, is refused with a `DecodeError`, bare and standalone. */
  def truncation(value: A): Verdict =
    def cut(bytes: Array[Byte], kind: String, read: Array[Byte] => A): Verdict =
      bytes.indices.iterator
        .map { length =>
          attempt(read(bytes.take(length))) match
            case Outcome.Refused(_)  => None
            case Outcome.Value(read) =>
              Some(
                Violation(CodecLaws.Truncation, s"$length of ${Text.hex(bytes)} ($kind) are taken for ${Text.of(read)}")
              )
            case Outcome.Broken(error) =>
              Some(
                Violation(CodecLaws.Truncation, s"$length of ${Text.hex(bytes)} ($kind) made the codec throw $error")
              )
        }
        .collectFirst { case Some(found) => found }
    cut(bare(value), "bare", bytes => codec.read(In(bytes)))
      .orElse(cut(standalone(value), "standalone", bytes => Codec.decode(bytes)(using codec).fold(throw _, identity)))

  /** A damaged message is refused with a `DecodeError`, or decodes to a value that round-trips. An
    * `IllegalArgumentException`, such as that of `require` in a constructor, counts as a refusal.
    */
  def mutation(value: A): Verdict =
    val reader = codec
    Mutations
      .random(bare(value), effort.seed)
      .take(effort.mutations)
      .map { bytes =>
        val in = In(bytes)
        attempt(reader.read(in)) match
          case Outcome.Refused(_)    => None
          case Outcome.Broken(error) =>
            Some(Violation(CodecLaws.Mutation, s"${Text.hex(bytes)} made the codec throw $error"))
          case Outcome.Value(read) => isValue(read, bytes)
      }
      .collectFirst { case Some(found) => found }

  private def isValue(read: A, from: Array[Byte]): Verdict =
    def violation(what: String) = Some(
      Violation(CodecLaws.Mutation, s"${Text.hex(from)} reads as ${Text.of(read)}, which $what")
    )
    try
      val bytes = bare(read)
      Codec.decodeBare(bytes)(using codec) match
        case Right(again) if Same(read, again) => None
        case Right(again)                      => violation(s"reads back as ${Text.of(again)}")
        case Left(error)                       => violation(s"does not read back: ${error.getMessage}")
    catch
      case error: EncodeError => violation(s"has no bytes: ${error.getMessage}")
      case NonFatal(error)    => violation(s"made the codec throw $error when it was written")

  /** Decoding allocates memory in proportion to the message, whatever counts and lengths the message claims. Stricter
    * limits cause no other failures. Memory is measured on the JVM only; in JavaScript only failures are detected.
    */
  def budget(value: A): Verdict =
    val reader   = codec
    val message  = bare(value)
    val messages =
      Mutations.counts(message.take(256)) ++ Mutations.random(message, effort.seed + 1).take(effort.mutations / 2)
    messages
      .map(bytes => withinBudget(reader, bytes))
      .collectFirst { case Some(found) => found }
      .orElse(strict(reader, message))

  private def withinBudget(reader: Codec[A], bytes: Array[Byte]): Verdict =
    val allowed         = effort.allocationBase + effort.allocationFactor.toLong * bytes.length
    val (outcome, used) = Allocation.of(attempt(reader.read(In(bytes))))
    val tooMuch         =
      unless(used <= allowed)(
        Violation(CodecLaws.Budget, s"$used bytes of memory for ${Text.hex(bytes)}; $allowed are allowed")
      )
    outcome match
      case Outcome.Broken(error) => Some(Violation(CodecLaws.Budget, s"${Text.hex(bytes)} made the codec throw $error"))
      case _                     => tooMuch

  private def strict(reader: Codec[A], message: Array[Byte]): Verdict =
    attempt(reader.read(In(message, 0, message.length, CodecLaws.Strictest))) match
      case Outcome.Broken(error) =>
        Some(Violation(CodecLaws.Budget, s"the strictest limits made the codec throw $error"))
      case _ => None

  // --- what a codec says of itself -----------------------------------------------------------

  /** No value has fewer bytes than `minSize`; this includes values decoded from damaged messages. */
  def minSize(value: A): Verdict =
    val reader                     = codec
    val least                      = reader.minSize
    def check(value: A, size: Int) =
      unless(size >= least)(Violation(CodecLaws.MinSize, s"${Text.of(value)} has $size bytes, but minSize is $least"))
    unless(least >= 0)(Violation(CodecLaws.MinSize, s"minSize is $least"))
      .orElse(check(value, bare(value).length))
      .orElse {
        Mutations
          .random(bare(value), effort.seed + 2)
          .take(effort.mutations / 4)
          .map { bytes =>
            val in = In(bytes)
            attempt(reader.read(in)) match
              case Outcome.Value(read) => check(read, in.offset)
              case _                   => None
          }
          .collectFirst { case Some(found) => found }
      }

  /** The schema is stable, round-trips through its own bytes, and has the fingerprint that the codec reports. */
  def schema: Verdict =
    val one                     = codec
    val two                     = codec
    def violation(what: String) = Violation(CodecLaws.SchemaLaw, what)
    unless(one.schema == two.schema)(violation(s"one time ${one.schema}, another time ${two.schema}"))
      .orElse(
        unless(one.fingerprint == one.schema.fingerprint && one.fingerprint == two.fingerprint)(
          violation(f"the codec's fingerprint is ${one.fingerprint}%016x, its schema's ${one.schema.fingerprint}%016x")
        )
      )
      .orElse {
        Schema.fromCanonical(one.schema.canonical) match
          case Right(read) if read == one.schema => None
          case Right(read)                       => Some(violation(s"${one.schema} reads back as $read"))
          case Left(error) => Some(violation(s"${one.schema} does not read back: ${error.getMessage}"))
      }

  // --- attempts ------------------------------------------------------------------------------

  private enum Outcome:
    case Value(value: A)
    case Refused(error: Exception)
    case Broken(error: Throwable)

  private def attempt(read: => A): Outcome =
    try Outcome.Value(read)
    catch
      case error: DecodeError              => Outcome.Refused(error)
      case error: IllegalArgumentException => Outcome.Refused(error)
      case error: StackOverflowError       => Outcome.Broken(error)
      case error: OutOfMemoryError         => Outcome.Broken(error)
      case NonFatal(error)                 => Outcome.Broken(error)

object CodecLaws:
  val RoundTrip   = "round trip"
  val Determinism = "determinism"
  val Extent      = "extent"
  val Truncation  = "truncation"
  val Mutation    = "mutation"
  val Budget      = "budget"
  val MinSize     = "minSize"
  val SchemaLaw   = "schema"

  /** The names of all laws. */
  val names: List[String] = List(RoundTrip, Determinism, Extent, Truncation, Mutation, Budget, MinSize, SchemaLaw)

  private val Strictest = Limits(
    depth = 1,
    emptyElements = 0,
    allocationFactor = 1,
    allocationBase = 0,
    bigIntBytes = 1,
    bigDecimalScale = 0,
    equalHashes = 1
  )
