package brine.codec.javaapi;

import brine.codec.DecodeError;
import brine.codec.EncodeError;
import brine.codec.Limits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What a program in Java does with codecs. {@code JavaCodecSuite} runs every public method as a test. */
public final class JavaCodecInJava {
  private final JavaCodec<Measurement> codec = JavaCodec.of(Measurement.codec());

  private final Measurement measurement =
      new Measurement(
          new UUID(1, 2),
          Instant.parse("2026-11-20T08:30:00Z"),
          21.5,
          DayOfWeek.FRIDAY,
          Map.of("room", "north"),
          List.of(21.0, 20.5),
          Optional.of("window open"));

  /** A record of Java, which no codec can be derived for. */
  public record Point(int x, int y) {
    public Point {
      if (x < 0 || y < 0) throw new IllegalArgumentException("a point has no negative coordinates");
    }
  }

  private static JavaCodec<Point> points() {
    return JavaCodec.of(
        "point",
        2,
        (out, point) -> {
          out.writeInt(point.x());
          out.writeInt(point.y());
        },
        in -> new Point(in.readInt(), in.readInt()));
  }

  public void aValueComesBackFromItsBytes() throws DecodeError {
    byte[] standalone = codec.encode(measurement);
    byte[] bare = codec.encodeBare(measurement);
    equal(codec.decode(standalone), measurement);
    equal(codec.decodeBare(bare), measurement);
    equal(standalone.length, bare.length + 9);
    equal(standalone[0], (byte) 0xb5);
    equal(ByteBuffer.wrap(standalone, 1, 8).getLong(), codec.fingerprint());
    holds(codec.schema().contains("record Measurement(sensor: UUID"), codec.schema());
  }

  public void badBytesThrowAnErrorThatSaysWhere() {
    byte[] bytes = codec.encode(measurement);
    DecodeError error = decodeError(() -> codec.decode(Arrays.copyOf(bytes, bytes.length - 3)));
    equal(error.path(), "note");
    holds(error.offset() > 9 && error.offset() < bytes.length, error.getMessage());
    holds(error.problem().contains("bytes"), error.problem());
    holds(error.hex().contains("["), error.hex());
    DecodeError other = decodeError(() -> points().decode(bytes));
    equal(other.offset(), 1);
  }

  public void orGiveAResult() throws DecodeError {
    byte[] bytes = codec.encode(measurement);
    DecodeResult<Measurement> whole = codec.tryDecode(bytes);
    equal(whole, new DecodeResult.Value<>(measurement));
    equal(whole.orElseThrow(), measurement);
    equal(whole.toOptional(), Optional.of(measurement));
    equal(whole.map(Measurement::value).orElseThrow(), 21.5);

    DecodeResult<Measurement> cut = codec.tryDecode(Arrays.copyOf(bytes, 12));
    holds(cut instanceof DecodeResult.Failure<Measurement> failure && failure.error().path().equals("sensor"), cut);
    equal(cut.toOptional(), Optional.empty());
    decodeError(cut::orElseThrow);
    decodeError(cut.map(Measurement::value)::orElseThrow);
    holds(codec.tryDecodeBare(new byte[0]) instanceof DecodeResult.Failure, "no bytes");
  }

  public void buffersOfAnyKind() throws DecodeError {
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(256), ByteBuffer.allocateDirect(256))) {
      buffer.position(5);
      codec.encode(measurement, buffer);
      int between = buffer.position();
      codec.encodeBare(measurement, buffer);
      int end = buffer.position();
      ByteBuffer first = buffer.duplicate().position(5).limit(between);
      equal(codec.decode(first), measurement);
      equal(first.position(), 5);
      equal(codec.withLimits(Limits.defaults().withDepth(3)).decode(first), measurement);
      equal(first.position(), 5);
      equal(codec.decodeBare(buffer.duplicate().position(between).limit(end)), measurement);
      equal(codec.tryDecode(buffer.duplicate().position(5).limit(between - 1)).toOptional(), Optional.empty());
      equal(codec.tryDecodeBare(buffer.duplicate().position(between).limit(end - 1)).toOptional(), Optional.empty());
    }
    ByteBuffer small = ByteBuffer.allocate(4);
    thrown(BufferOverflowException.class, () -> codec.encode(measurement, small));
    thrown(BufferOverflowException.class, () -> codec.encodeBare(measurement, small));
    equal(small.position(), 0);
  }

  public void aDictionaryShortensWhatRepeats() throws DecodeError {
    JavaCodec<List<Measurement>> lists = JavaCodecs.list(codec);
    JavaCodec<List<Measurement>> short_ = lists.withDictionary(true);
    List<Measurement> many = List.of(measurement, measurement, measurement);
    byte[] bytes = short_.encode(many);
    holds(bytes.length < lists.encode(many).length - 40, bytes.length);
    equal(bytes[0], (byte) 0xb6);
    equal(lists.decode(bytes), many);
    equal(short_.decodeBare(short_.encodeBare(many)), many);
    equal(short_.withDictionary(false).decodeBare(lists.encodeBare(many)), many);
  }

  public void limitsHoldForReadingAndWriting() throws DecodeError {
    JavaCodec<Chain> chains = JavaCodec.of(Chain.codec());
    JavaCodec<Chain> deep = chains.withLimits(Limits.defaults().withDepth(500));
    Chain chain = Chain.of(300);
    thrown(IllegalArgumentException.class, () -> chains.encode(chain));
    byte[] bytes = deep.encode(chain);
    equal(deep.decode(bytes), chain);
    equal(deep.decodeBare(deep.encodeBare(chain)), chain);
    equal(deep.withDictionary(true).decode(deep.withDictionary(true).encode(chain)), chain);
    holds(decodeError(() -> chains.decode(bytes)).problem().contains("128"), "the limit is named");
    holds(decodeError(() -> chains.decodeBare(deep.encodeBare(chain))).problem().contains("128"), "the limit is named");
    thrown(IllegalArgumentException.class, () -> Limits.defaults().withDepth(0));
  }

  public void everyLimitCanBeSet() {
    Limits limits =
        Limits.defaults()
            .withDepth(1)
            .withEmptyElements(2)
            .withAllocationFactor(3)
            .withAllocationBase(4)
            .withBigIntBytes(5)
            .withBigDecimalScale(6)
            .withEqualHashes(7)
            .withWorkFactor(8)
            .withWorkBase(9);
    equal(limits, new Limits(1, 2, 3, 4, 5, 6, 7, 8, 9));
  }

  public void aValueWithoutBytesIsAnIllegalArgument() {
    Throwable error = thrown(IllegalArgumentException.class, () -> codec.encode(null));
    holds(error.getCause() instanceof EncodeError, error.getCause());
    Measurement hole =
        new Measurement(measurement.sensor(), null, 0, DayOfWeek.FRIDAY, Map.of(), List.of(), Optional.empty());
    holds(thrown(IllegalArgumentException.class, () -> codec.encodeBare(hole)).getMessage().contains("at"), "the field");
  }

  public void aRecordOfJavaByHand() throws DecodeError {
    JavaCodec<Point> points = points();
    equal(points.encodeBare(new Point(1, 2)).length, 2);
    equal(points.decode(points.encode(new Point(3, 4))), new Point(3, 4));
    DecodeError error = decodeError(() -> points.decodeBare(new byte[] {1, 2}));
    holds(error.problem().contains("no negative coordinates"), error.problem());
    holds(JavaCodecs.list(points).schema().contains("custom point"), "the name is in the schema");
  }

  public void aTypeByWayOfAnother() throws DecodeError {
    record Celsius(double degrees) {}
    JavaCodec<Celsius> celsius = JavaCodecs.doubles().imap(Celsius::new, Celsius::degrees);
    equal(celsius.decode(celsius.encode(new Celsius(21.5))), new Celsius(21.5));
    JavaCodec<Point> points = points().imap(point -> new Point(point.y(), point.x()), point -> new Point(point.y(), point.x()));
    equal(points.decodeBare(points.encodeBare(new Point(1, 2))), new Point(1, 2));
    equal(points().decodeBare(points.encodeBare(new Point(1, 2))), new Point(2, 1));
  }

  public void typesOfTheJdk() throws DecodeError {
    same(JavaCodecs.booleans(), true);
    same(JavaCodecs.integers(), Integer.MIN_VALUE);
    same(JavaCodecs.longs(), Long.MAX_VALUE);
    same(JavaCodecs.doubles(), -0.0);
    same(JavaCodecs.strings(), "größe");
    same(JavaCodecs.uuids(), new UUID(3, 4));
    same(JavaCodecs.instants(), Instant.EPOCH);
    same(JavaCodecs.dates(), LocalDate.of(2026, 11, 20));
    same(JavaCodecs.decimals(), new BigDecimal("1.50"));
    same(JavaCodecs.bigIntegers(), BigInteger.TWO.pow(200));
    same(JavaCodecs.list(JavaCodecs.integers()), List.of(1, 2, 3));
    same(JavaCodecs.set(JavaCodecs.strings()), Set.of("a", "b"));
    same(JavaCodecs.map(JavaCodecs.strings(), JavaCodecs.list(JavaCodecs.longs())), Map.of("a", List.of(1L), "b", List.of()));
    same(JavaCodecs.optional(JavaCodecs.integers()), Optional.of(7));
    same(JavaCodecs.optional(JavaCodecs.integers()), Optional.empty());
    byte[] bytes = {1, 2, 3};
    holds(Arrays.equals(JavaCodecs.bytes().decode(JavaCodecs.bytes().encode(bytes)), bytes), "the array");
  }

  private static <A> void same(JavaCodec<A> codec, A value) throws DecodeError {
    equal(codec.decode(codec.encode(value)), value);
  }

  private static void equal(Object obtained, Object expected) {
    if (!obtained.equals(expected)) throw new AssertionError(obtained + " is not " + expected);
  }

  private static void holds(boolean condition, Object clue) {
    if (!condition) throw new AssertionError(clue);
  }

  private interface Action {
    void run() throws Exception;
  }

  private static DecodeError decodeError(Action action) {
    return thrown(DecodeError.class, action);
  }

  private static <T extends Throwable> T thrown(Class<T> type, Action action) {
    try {
      action.run();
    } catch (Exception error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError("another exception", error);
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
