package brine.lab.browser

/** A browser that shows the page. */
trait Window extends AutoCloseable:
  /** Why it is gone, if it is. */
  def ended: Option[String]

object Window:
  /** The page in a browser that a person opened: nothing to start, nothing to end. */
  object ByHand extends Window:
    def ended: Option[String] = None
    def close(): Unit         = ()
