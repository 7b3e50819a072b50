package brine.codec.bench.datasets;

/** How somebody plays. */
public enum GameType {
  SURVIVAL, CREATIVE, ADVENTURE, SPECTATOR
}
