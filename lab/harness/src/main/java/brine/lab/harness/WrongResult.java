package brine.lab.harness;

/** A case gave a wrong result while it was measured; the message says which. */
final class WrongResult extends Exception {
  private static final long serialVersionUID = 1L;

  WrongResult(String message) {
    super(message);
  }
}
