package brine.codec.bench.datasets;

/** The ships of {@link GameUpdates}. */
public enum Ship {
  ARLEIGH_BURKE, BISMARCK, CLEMENCEAU, FLETCHER, G5, IOWA, KOLKATA, OSA, YASEN, ZUBR
}
