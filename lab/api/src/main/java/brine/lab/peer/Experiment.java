package brine.lab.peer;

/** Bytes that one version of a program writes, read by another version of it. */
public interface Experiment {

  /** Which version reads what: {@code forward-event}, {@code backward-list}. */
  String name();

  /** What differs from how the row is set up, as a word such as {@code container}; empty if nothing does. */
  String way();

  /** What the one version writes. */
  byte[] write() throws Exception;

  /** What the other version reads of it. Whatever it throws is a result. */
  Object read(byte[] bytes) throws Exception;

  /** What the other version should read. */
  Object expected();

  /** Whether that is what it read. */
  boolean isExpected(Object read);
}
