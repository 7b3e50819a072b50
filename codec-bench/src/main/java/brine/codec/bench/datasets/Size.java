package brine.codec.bench.datasets;

/** How large an image is. */
public enum Size {
  SMALL, LARGE
}
