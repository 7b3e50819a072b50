package brine.codec.internal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Moves the ASCII at the start of long texts, by the JDK's encoder and decoder, which look at many characters at once.
 *
 * <p>Used again and again, because making an encoder and its buffers costs more than most texts.
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

  /** Writes the ASCII that {@code text} starts with to {@code array} from {@code at} on; returns how many characters. */
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

  /** Reads the ASCII that {@code length} bytes of {@code array} start with into {@code units}; returns how many bytes. */
  public int takeAscii(byte[] array, int at, int length, char[] units) {
    point(array, at, length);
    if (chars.array() != units) chars = CharBuffer.wrap(units);
    chars.limit(length).position(0);
    decoder.reset().decode(bytes, chars, true);
    return chars.position();
  }

  /** Lets go of the arrays last worked on, which are the caller's. */
  public void release() {
    bytes = NO_BYTES;
    chars = NO_CHARS;
  }

  private void point(byte[] array, int at, int length) {
    if (bytes.array() != array) bytes = ByteBuffer.wrap(array);
    bytes.limit(at + length).position(at);
  }

  /** Another message begins; nothing is kept from one to the next. */
  public void begin() {}
}
