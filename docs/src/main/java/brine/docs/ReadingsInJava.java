package brine.docs;

import brine.codec.DecodeError;
import brine.codec.Limits;
import brine.codec.javaapi.DecodeResult;
import brine.codec.javaapi.JavaCodec;
import brine.codec.javaapi.JavaCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The program that the page for programs in Java shows. */
public final class ReadingsInJava {
  private ReadingsInJava() {}

  /** A record of Java, for which no codec can be derived. */
  public record Point(int x, int y) {}

  public static void main(String[] arguments) throws DecodeError {
    toBytesAndBack();
    badBytes();
    buffers();
    options();
    recordsOfJava();
    typesOfTheJdk();
  }

  static void toBytesAndBack() throws DecodeError {
    JavaCodec<Reading> codec = JavaCodec.of(Reading.codec());

    Reading reading =
        new Reading(new UUID(1, 2), Instant.parse("2026-11-20T08:30:00Z"), 21.5, Optional.of("window open"));
    byte[] bytes = codec.encode(reading);
    Reading back = codec.decode(bytes);
    System.out.println(back.equals(reading));

    // Values alone, for two ends of the same build: nine bytes less.
    byte[] bare = codec.encodeBare(reading);
    System.out.println(codec.decodeBare(bare).equals(reading) && bare.length == bytes.length - 9);
  }

  static void badBytes() {
    JavaCodec<Reading> codec = JavaCodec.of(Reading.codec());
    byte[] bytes = codec.encode(new Reading(new UUID(1, 2), Instant.EPOCH, 21.5, Optional.empty()));
    byte[] cut = Arrays.copyOf(bytes, bytes.length - 3);

    try {
      codec.decode(cut);
    } catch (DecodeError error) {
      System.out.println("byte " + error.offset() + ", in " + error.path() + ": " + error.problem());
    }

    String said =
        switch (codec.tryDecode(cut)) {
          case DecodeResult.Value<Reading>(Reading reading) -> "a reading of " + reading.celsius();
          case DecodeResult.Failure<Reading>(DecodeError error) -> "no reading: " + error.getMessage();
        };
    System.out.println(said);

    Optional<Reading> perhaps = codec.tryDecode(cut).toOptional();
    System.out.println(perhaps.isPresent());
  }

  static void buffers() throws DecodeError {
    JavaCodec<List<Long>> codec = JavaCodecs.list(JavaCodecs.longs());

    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    codec.encode(List.of(1L, 2L, 3L), buffer);
    buffer.flip();
    System.out.println(codec.decode(buffer) + ", position still " + buffer.position());
  }

  static void options() throws DecodeError {
    Limits limits = Limits.defaults().withDepth(16).withAllocationBase(64 * 1024);
    JavaCodec<List<Reading>> readings =
        JavaCodecs.list(JavaCodec.of(Reading.codec())).withDictionary(true).withLimits(limits);

    Reading reading = new Reading(new UUID(1, 2), Instant.EPOCH, 21.5, Optional.of("window open"));
    byte[] bytes = readings.encode(List.of(reading, reading, reading));
    System.out.println(readings.decode(bytes).size());
  }

  static void recordsOfJava() throws DecodeError {
    JavaCodec<Point> byHand =
        JavaCodec.of(
            "point",
            2,
            (out, point) -> {
              out.writeInt(point.x());
              out.writeInt(point.y());
            },
            in -> new Point(in.readInt(), in.readInt()));
    System.out.println(byHand.decode(byHand.encode(new Point(1, 2))));

    // By way of a type that has a codec, here a map from names to numbers.
    JavaCodec<Point> byWayOf =
        JavaCodecs.map(JavaCodecs.strings(), JavaCodecs.integers())
            .imap(map -> new Point(map.get("x"), map.get("y")), point -> Map.of("x", point.x(), "y", point.y()));
    System.out.println(byWayOf.decode(byWayOf.encode(new Point(1, 2))));
  }

  static void typesOfTheJdk() throws DecodeError {
    JavaCodec<Map<String, List<Instant>>> codec =
        JavaCodecs.map(JavaCodecs.strings(), JavaCodecs.list(JavaCodecs.instants()));
    Map<String, List<Instant>> times = Map.of("north", List.of(Instant.EPOCH));
    System.out.println(codec.decode(codec.encode(times)).equals(times));
  }
}
