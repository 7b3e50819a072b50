package brine.codec.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Loads and stores of several bytes at once, and the conversions between bytes and strings that only the JDK does fast.
 *
 * <p>Java and not Scala because HotSpot treats a {@code static final} handle as a constant, but not a field of a Scala object; the
 * difference is a factor of four. Nothing here checks more than the JDK does: callers make room and check bounds first.
 */
public final class Memory {
  private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG_BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long HIGH_BITS = 0x8080808080808080L;

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

  /** Every NaN becomes the canonical one, so that equal values have equal bytes. */
  public static void putFloat(byte[] array, int at, float value) {
    INT.set(array, at, Float.floatToIntBits(value));
  }

  public static double getDouble(byte[] array, int at) {
    return Double.longBitsToDouble((long) LONG.get(array, at));
  }

  /** Every NaN becomes the canonical one, so that equal values have equal bytes. */
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
    int rest = 0;
    for (; at < end; at++) rest |= array[at];
    return rest >= 0;
  }

  /** Strings are checked through a scratch array, in parts of this length. */
  private static final int SCRATCH_LENGTH = 128;

  /** A scratch array for {@link #putAscii}. */
  public static char[] newScratch() {
    return new char[SCRATCH_LENGTH];
  }

  /**
   * Writes the low byte of every char of {@code text} to {@code array} from {@code at} on and says whether all chars were below
   * 0x80, that is, whether the bytes stand for the text.
   *
   * <p>The deprecated {@code getBytes} is a plain copy of the low bytes, and {@code getChars} one of the chars: two bulk copies and a
   * loop over an array take as long as encoding by charset, and allocate nothing.
   */
  @SuppressWarnings("deprecation")
  public static boolean putAscii(String text, byte[] array, int at, char[] scratch) {
    int length = text.length();
    for (int from = 0; from < length; from += SCRATCH_LENGTH) {
      int count = Math.min(SCRATCH_LENGTH, length - from);
      text.getChars(from, from + count, scratch, 0);
      if (!isAscii(scratch, count)) return false;
    }
    text.getBytes(0, length, array, at);
    return true;
  }

  /** Four sums at a time, because one would wait for itself. */
  private static boolean isAscii(char[] chars, int count) {
    int a = 0, b = 0, c = 0, d = 0, i = 0;
    for (; i < count - 3; i += 4) {
      a |= chars[i];
      b |= chars[i + 1];
      c |= chars[i + 2];
      d |= chars[i + 3];
    }
    for (; i < count; i++) a |= chars[i];
    return (a | b | c | d) < 0x80;
  }

  /**
   * The string of bytes known to be below 0x80.
   *
   * <p>The constructor is deprecated because it ignores charsets; that is what makes it a plain copy here, half the time of the
   * constructor with a charset.
   */
  @SuppressWarnings("deprecation")
  public static String asciiString(byte[] array, int from, int length) {
    return new String(array, 0, from, length);
  }

  /** The string of UTF-8 bytes, or null where they may be malformed: the caller then looks closer. */
  public static String utf8String(byte[] array, int from, int length) {
    String text = new String(array, from, length, StandardCharsets.UTF_8);
    return text.indexOf('\uFFFD') < 0 ? text : null;
  }

  /** The string of the first {@code length} units. */
  public static String unitsString(char[] units, int length) {
    return new String(units, 0, length);
  }
}
