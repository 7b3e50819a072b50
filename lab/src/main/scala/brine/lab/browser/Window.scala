package brine.lab.browser

/** A browser that shows the page. */
trait Window extends AutoCloseable:
  /** Why the browser has ended, if it has. */
  def ended: Option[String]

object Window:
  /** A page in a browser that the user opened: nothing to start or to end. */
  object ByHand extends Window:
    def ended: Option[String] = None
    def close(): Unit         = ()
