package brine.lab.harness;

import brine.lab.peer.Format;
import brine.lab.peer.Input;
import brine.lab.peer.Peer;
import brine.lab.peer.Rebuild;

/** A case that was opened, encoded once and checked; nothing is timed before that has succeeded. */
final class Prepared {
  final Format format;
  final Object[] values;
  final byte[][] encoded;
  final Outcome outcome;

  private Prepared(Format format, Object[] values, byte[][] encoded, Outcome outcome) {
    this.format = format;
    this.values = values;
    this.encoded = encoded;
    this.outcome = outcome;
  }

  static Prepared open(Peer peer, String library, String study, String name, Input input) throws Exception {
    Format format = peer.open(library, study, name, input);
    Object[] values = format.values();
    if (values.length == 0) throw new IllegalStateException("the case " + name + " has no values");
    byte[][] encoded = encodeAll(format, values);
    return new Prepared(format, values, encoded, check(format, values, encoded));
  }

  static byte[][] encodeAll(Format format, Object[] values) throws Exception {
    byte[][] encoded = new byte[values.length][];
    format.begin();
    for (int i = 0; i < values.length; i++) encoded[i] = format.encode(values[i]);
    return encoded;
  }

  /** Decodes every value and compares it with the original; likewise the result that the values have together. */
  static Outcome check(Format format, Object[] values, byte[][] encoded) throws Exception {
    int differing = 0;
    int first = -1;
    for (int i = 0; i < values.length; i++)
      if (!format.same(values[i], format.decode(encoded[i], i))) {
        if (first < 0) first = i;
        differing++;
      }
    if (differing == 0 && format instanceof Rebuild rebuild && !rebuild.result().equals(rebuild.rebuild(encoded)))
      return new Outcome("wrong", "the values are right, but what they make together differs from the original");
    if (differing == 0) return Outcome.OK;
    return new Outcome(
        "wrong", differing + " of " + values.length + " values read back differ, the first at index " + first);
  }
}
