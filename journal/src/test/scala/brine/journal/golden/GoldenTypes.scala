package brine.journal.golden

import brine.codec.Codec
import java.time.Instant

/** What the golden journals hold. Never changed: data of these types exist. */
object GoldenTypes:
  enum Note derives Codec:
    case Created(title: String, at: Instant)
    case Line(text: String, number: Int)
    case Closed

  /** The type as a later release has it. */
  object Later:
    enum Note derives Codec:
      case Created(title: String, at: Instant, author: Option[String])
      case Line(number: Long, text: String)
      case Closed
      case Opened(by: String)
