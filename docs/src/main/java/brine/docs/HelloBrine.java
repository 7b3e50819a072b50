package brine.docs;

import brine.codec.DecodeError;
import brine.codec.javaapi.JavaCodec;

/** Encodes a record and decodes it again. */
public final class HelloBrine {
  private HelloBrine() {}

  /** A place in a grid. */
  public record Point(int x, int y) {}

  private static final JavaCodec<Point> POINTS =
      JavaCodec.of(
          "point",
          2,
          (out, point) -> {
            out.writeInt(point.x());
            out.writeInt(point.y());
          },
          in -> new Point(in.readInt(), in.readInt()));

  public static void main(String[] arguments) throws DecodeError {
    byte[] bytes = POINTS.encode(new Point(3, 4));
    System.out.println(bytes.length + " bytes");
    System.out.println(POINTS.decode(bytes));
  }
}
