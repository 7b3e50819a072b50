package brine.codec.bench.datasets;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a program of one format writes by hand: numbers of fixed widths, one check of the room for each record. Kept and
 * used again, so that nothing but the result is allocated.
 *
 * <p>In Java, as HotSpot treats a {@code static final} handle as a constant. Not thread-safe.
 */
public final class FixedBuffer {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);
  private static final VarHandle FLOAT = view(float[].class);
  private static final VarHandle DOUBLE = view(double[].class);

  private byte[] array = new byte[1024];
  private int at = 0;

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  public void start() {
    at = 0;
  }

  public void startReading(byte[] bytes) {
    array = bytes;
    at = 0;
  }

  public int size() {
    return at;
  }

  public byte[] toArray() {
    return Arrays.copyOf(array, at);
  }

  /** Makes room for what a record takes at most, up to its next text. */
  public void room(int bytes) {
    if (array.length - at < bytes) array = Arrays.copyOf(array, Math.max(2 * array.length, at + bytes));
  }

  public void putByte(int value) {
    array[at++] = (byte) value;
  }

  public void putFlag(boolean value) {
    array[at++] = (byte) (value ? 1 : 0);
  }

  public void putShort(int value) {
    SHORT.set(array, at, (short) value);
    at += 2;
  }

  public void putInt(int value) {
    INT.set(array, at, value);
    at += 4;
  }

  public void putLong(long value) {
    LONG.set(array, at, value);
    at += 8;
  }

  public void putFloat(float value) {
    FLOAT.set(array, at, value);
    at += 4;
  }

  public void putDouble(double value) {
    DOUBLE.set(array, at, value);
    at += 8;
  }

  /** Writes a text, and makes room for it and for what follows in the record. */
  public void putText(String value, int following) {
    putBytes(value.getBytes(StandardCharsets.UTF_8), following);
  }

  /** Writes bytes, and makes room for them and for what follows in the record. */
  public void putBytes(byte[] value, int following) {
    room(4 + value.length + following);
    putInt(value.length);
    System.arraycopy(value, 0, array, at, value.length);
    at += value.length;
  }

  public void putFloats(float[] values) {
    room(4 + 4 * values.length);
    putInt(values.length);
    ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).position(at).asFloatBuffer().put(values);
    at += 4 * values.length;
  }

  public void putInts(int[] values) {
    room(4 + 4 * values.length);
    putInt(values.length);
    ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).position(at).asIntBuffer().put(values);
    at += 4 * values.length;
  }

  public byte getByte() {
    return array[at++];
  }

  public boolean getFlag() {
    return array[at++] != 0;
  }

  public short getShort() {
    at += 2;
    return (short) SHORT.get(array, at - 2);
  }

  public int getInt() {
    at += 4;
    return (int) INT.get(array, at - 4);
  }

  public long getLong() {
    at += 8;
    return (long) LONG.get(array, at - 8);
  }

  public float getFloat() {
    at += 4;
    return Float.intBitsToFloat((int) INT.get(array, at - 4));
  }

  public double getDouble() {
    at += 8;
    return (double) DOUBLE.get(array, at - 8);
  }

  public String getText() {
    int size = getInt();
    at += size;
    return new String(array, at - size, size, StandardCharsets.UTF_8);
  }

  public byte[] getBytes() {
    int size = getInt();
    at += size;
    return Arrays.copyOfRange(array, at - size, at);
  }

  public float[] getFloats() {
    float[] values = new float[getInt()];
    ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).position(at).asFloatBuffer().get(values);
    at += 4 * values.length;
    return values;
  }

  public int[] getInts() {
    int[] values = new int[getInt()];
    ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN).position(at).asIntBuffer().get(values);
    at += 4 * values.length;
    return values;
  }
}
