package brine.codec.internal.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Loads and stores of several bytes at once, and conversions between bytes and strings that only the JDK does fast.
 *
 * <p>Written in Java because HotSpot treats a {@code static final} handle as a constant, but not a field of a Scala
 * object: a factor of four. Nothing here checks more than the JDK does; callers make room and check bounds first.
 */
public final class Memory {
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG_BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long FLOAT_MAGNITUDES = 0x7fffffff7fffffffL;
  private static final long FLOAT_FRACTIONS = 0x007fffff007fffffL;
  private static final long DOUBLE_FRACTION = 0x000fffffffffffffL;

  /** From this many numbers up, copying all at once pays; it allocates a view of a hundred bytes. */
  private static final int MANY = 48;

  private Memory() {}

  public static short getShort(byte[] array, int at) {
    return (short) SHORT.get(array, at);
  }

  public static void putShort(byte[] array, int at, short value) {
    SHORT.set(array, at, value);
  }

  public static int getInt(byte[] array, int at) {
    return (int) INT.get(array, at);
  }

  public static void putInt(byte[] array, int at, int value) {
    INT.set(array, at, value);
  }

  public static long getLong(byte[] array, int at) {
    return (long) LONG.get(array, at);
  }

  public static void putLong(byte[] array, int at, long value) {
    LONG.set(array, at, value);
  }

  public static long getLongBigEndian(byte[] array, int at) {
    return (long) LONG_BIG.get(array, at);
  }

  public static void putLongBigEndian(byte[] array, int at, long value) {
    LONG_BIG.set(array, at, value);
  }

  public static float getFloat(byte[] array, int at) {
    return Float.intBitsToFloat((int) INT.get(array, at));
  }

  /** Writes a float; every NaN becomes the canonical NaN, so that equal values have equal bytes. */
  public static void putFloat(byte[] array, int at, float value) {
    INT.set(array, at, Float.floatToIntBits(value));
  }

  public static double getDouble(byte[] array, int at) {
    return Double.longBitsToDouble((long) LONG.get(array, at));
  }

  /** Fills {@code values}. */
  public static void getFloats(byte[] array, int at, float[] values) {
    ByteBuffer.wrap(array, at, 4 * values.length).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
  }

  /** Fills the first {@code size} places of {@code values}. */
  public static void getDoubles(byte[] array, int at, double[] values, int size) {
    ByteBuffer.wrap(array, at, 8 * size).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().get(values, 0, size);
  }

  /** Writes all floats; every NaN becomes the canonical NaN. */
  public static void putFloats(byte[] array, int at, float[] values) {
    int size = values.length;
    if (size >= MANY) {
      ByteBuffer.wrap(array, at, 4 * size).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(values);
      if (!haveNaN(array, at, size)) return;
    }
    for (int i = 0; i < size; i++) putFloat(array, at + 4 * i, values[i]);
  }

  /** Whether there is a NaN among floats that were written; looks at two at a time. */
  private static boolean haveNaN(byte[] array, int at, int size) {
    long seen = 0;
    int i = 0;
    // Without its sign, a NaN is above the infinity, so that the sum reaches the place of the sign.
    for (; i <= size - 2; i += 2) seen |= ((long) LONG.get(array, at + 4 * i) & FLOAT_MAGNITUDES) + FLOAT_FRACTIONS;
    if (i < size) seen |= ((int) INT.get(array, at + 4 * i) & Integer.MAX_VALUE) + 0x007fffffL;
    return (seen & ~FLOAT_MAGNITUDES) != 0;
  }

  /** Writes the first {@code size} doubles; every NaN becomes the canonical NaN. */
  public static void putDoubles(byte[] array, int at, double[] values, int size) {
    if (size >= MANY) {
      ByteBuffer.wrap(array, at, 8 * size).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer().put(values, 0, size);
      long seen = 0;
      for (int i = 0; i < size; i++) seen |= ((long) LONG.get(array, at + 8 * i) & Long.MAX_VALUE) + DOUBLE_FRACTION;
      if (seen >= 0) return;
    }
    for (int i = 0; i < size; i++) putDouble(array, at + 8 * i, values[i]);
  }

  /** Writes a double; every NaN becomes the canonical NaN, so that equal values have equal bytes. */
  public static void putDouble(byte[] array, int at, double value) {
    LONG.set(array, at, Double.doubleToLongBits(value));
  }

  /** Whether the bytes are all below 0x80. */
  public static boolean isAscii(byte[] array, int from, int length) {
    int at = from;
    int end = from + length;
    for (; at <= end - 8; at += 8) {
      if (((long) LONG.get(array, at) & HIGH_BITS) != 0) return false;
    }
    if (at == end) return true;
    // Checks the last eight bytes, overlapping earlier ones; a loop's trip count would be mispredicted.
    if (length >= 8) return ((long) LONG.get(array, end - 8) & HIGH_BITS) == 0;
    if (from <= array.length - 8) return ((long) LONG.get(array, from) & HIGH_BITS << (8 - length << 3) >>> (8 - length << 3)) == 0;
    int rest = 0;
    for (; at < end; at++) rest |= array[at];
    return rest >= 0;
  }

  /** Whether one of the bytes is {@code value}, which is below 0x80. */
  public static boolean contains(byte[] array, int from, int length, int value) {
    long pattern = value * 0x0101010101010101L;
    int at = from;
    int end = from + length;
    for (; at <= end - 8; at += 8) {
      // A byte is zero after the exclusive or exactly if subtracting one from each byte borrows from a high bit that
      // was clear.
      long other = (long) LONG.get(array, at) ^ pattern;
      if ((other - 0x0101010101010101L & ~other & HIGH_BITS) != 0) return true;
    }
    for (; at < end; at++) if (array[at] == value) return true;
    return false;
  }

  /** Longest string, in characters, that is ended by the high bit of its last byte. */
  private static final int LONGEST_ENDED = 63;

  /** Creates a scratch array for {@link #copyEnded}, which copies whole words. */
  public static byte[] newEndedScratch() {
    return new byte[LONGEST_ENDED + 1];
  }

  /**
   * Copies bytes from {@code at} up to and including the first byte with its high bit set to the start of
   * {@code scratch}, and clears that bit.
   *
   * @return number of bytes copied; 0 if there is no such byte before {@code end} or among the first 63
   */
  public static int copyEnded(byte[] array, int at, int end, byte[] scratch) {
    int last = array.length - 8;
    if (at <= last) {
      long word = (long) LONG.get(array, at);
      long high = word & HIGH_BITS;
      LONG.set(scratch, 0, word & ~HIGH_BITS);
      if (high != 0) {
        int length = (Long.numberOfTrailingZeros(high) >>> 3) + 1;
        return length <= end - at ? length : 0;
      }
    }
    return copyMore(array, at, end, scratch, last);
  }

  private static int copyMore(byte[] array, int at, int end, byte[] scratch, int last) {
    int most = Math.min(end - at, LONGEST_ENDED);
    int done = at <= last ? 8 : 0;
    while (done < most) {
      int from = at + done;
      long word;
      if (from <= last) word = (long) LONG.get(array, from);
      else if (last >= 0) word = (long) LONG.get(array, last) >>> ((from - last) << 3);
      else word = tail(array, from);
      long high = word & HIGH_BITS;
      LONG.set(scratch, done, word & ~HIGH_BITS);
      if (high != 0) {
        int length = done + (Long.numberOfTrailingZeros(high) >>> 3) + 1;
        return length <= most ? length : 0;
      }
      done += 8;
    }
    return 0;
  }

  /** The last bytes of an array that has fewer than eight. */
  private static long tail(byte[] array, int from) {
    long word = 0;
    for (int i = array.length - 1; i >= from; i--) word = word << 8 | array[i] & 0xff;
    return word;
  }

  /** Up to this many characters, {@link #putAndLook} is faster than {@link TextScratch#putAscii}. */
  public static final int FEW_UNITS = 48;

  /**
   * Writes the low byte of every char of {@code text} to {@code array}, starting at {@code at}. Allocates nothing.
   *
   * <p>The deprecated {@code getBytes} copies just the low bytes. The loop handles four characters per iteration: with
   * some strings outside Latin-1, HotSpot compiles the simple loop well or badly by chance (5 or 11 ns for 12
   * characters).
   *
   * @return the union of the bits of all chars: below 0x80 the bytes are the string in ASCII, below 0x100 in Latin-1
   */
  public static int putAndLook(String text, byte[] array, int at) {
    putLowBytes(text, array, at);
    int length = text.length();
    int seen = 0;
    int i = 0;
    for (; i <= length - 4; i += 4)
      seen |= (text.charAt(i) | text.charAt(i + 1)) | (text.charAt(i + 2) | text.charAt(i + 3));
    for (; i < length; i++) seen |= text.charAt(i);
    return seen;
  }

  /** Writes the low byte of every char of {@code text} to {@code array}, starting at {@code at}. */
  @SuppressWarnings("deprecation")
  public static void putLowBytes(String text, byte[] array, int at) {
    text.getBytes(0, text.length(), array, at);
  }

  /**
   * Decodes bytes known to be below 0x80.
   *
   * <p>The constructor is deprecated because it ignores charsets. That makes it a plain copy here, in half the time of
   * the constructor with a charset.
   */
  @SuppressWarnings("deprecation")
  public static String asciiString(byte[] array, int from, int length) {
    return new String(array, 0, from, length);
  }

  /**
   * Decodes ASCII; null if one of the bytes is not below 0x80. For more than a few dozen bytes faster than
   * {@link #isAscii} and {@link #asciiString}.
   */
  public static String longAsciiString(byte[] array, int from, int length) {
    String text = new String(array, from, length, StandardCharsets.US_ASCII);
    // Takes no time if all characters are Latin-1.
    return text.indexOf('\uFFFD') < 0 ? text : null;
  }

  /** Decodes Latin-1: one char per byte, 0x00 to 0xff. */
  @SuppressWarnings("deprecation")
  public static String latinString(byte[] array, int from, int length) {
    return new String(array, 0, from, length);
  }

  /** Decodes UTF-8; null if the bytes may be malformed: the caller then checks them in detail. */
  public static String utf8String(byte[] array, int from, int length) {
    String text = new String(array, from, length, StandardCharsets.UTF_8);
    return text.indexOf('\uFFFD') < 0 ? text : null;
  }

  /** The string of the first {@code length} units. */
  public static String unitsString(char[] units, int length) {
    return new String(units, 0, length);
  }
}
