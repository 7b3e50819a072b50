package brine.codec.internal.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Converts the ASCII at the start of long strings with the JDK's encoder and decoder, which process many characters at
 * once.
 *
 * <p>Reused, because creating an encoder and its buffers costs more than converting most strings.
 */
public final class TextScratch {
  private static final int PART = 512;
  private static final ByteBuffer NO_BYTES = ByteBuffer.wrap(new byte[0]);
  private static final CharBuffer NO_CHARS = CharBuffer.wrap(new char[0]);

  private final char[] part = new char[PART];
  private final CharBuffer partBuffer = CharBuffer.wrap(part);
  private final CharsetEncoder encoder = StandardCharsets.US_ASCII.newEncoder();
  private final CharsetDecoder decoder = StandardCharsets.US_ASCII.newDecoder();
  private ByteBuffer bytes = NO_BYTES;
  private CharBuffer chars = NO_CHARS;

  /**
   * Writes the ASCII at the start of {@code text} to {@code array}, starting at {@code at}; returns the number of
   * characters written.
   */
  public int putAscii(String text, byte[] array, int at) {
    int length = text.length();
    point(array, at, length);
    for (int from = 0; from < length; from += PART) {
      int count = Math.min(PART, length - from);
      text.getChars(from, from + count, part, 0);
      partBuffer.limit(count).position(0);
      encoder.reset().encode(partBuffer, bytes, true);
      if (partBuffer.hasRemaining()) return from + partBuffer.position();
    }
    return length;
  }

  /**
   * Reads the ASCII at the start of {@code length} bytes of {@code array} into {@code units}; returns the number of
   * bytes read.
   */
  public int takeAscii(byte[] array, int at, int length, char[] units) {
    point(array, at, length);
    if (chars.array() != units) chars = CharBuffer.wrap(units);
    chars.limit(length).position(0);
    decoder.reset().decode(bytes, chars, true);
    return chars.position();
  }

  /** Drops the references to the arrays used last, which belong to the caller. */
  public void release() {
    bytes = NO_BYTES;
    chars = NO_CHARS;
  }

  private void point(byte[] array, int at, int length) {
    if (bytes.array() != array) bytes = ByteBuffer.wrap(array);
    bytes.limit(at + length).position(at);
  }

  /** Starts another message; nothing is kept from one message to the next. */
  public void begin() {}
}
