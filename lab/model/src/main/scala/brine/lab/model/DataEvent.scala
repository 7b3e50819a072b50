package brine.lab.model

/** The event of the evactor study: a name, a time in milliseconds of which only the low 32 bits are kept, and a text.
  */
final case class DataEvent(id: String, timestamp: Int, message: String)
