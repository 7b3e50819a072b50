package brine.codec.bench.datasets;

/** What plays a medium. */
public enum MediaPlayer {
  JAVA, FLASH
}
