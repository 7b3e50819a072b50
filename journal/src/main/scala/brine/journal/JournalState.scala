package brine.journal

/** Whether a journal takes appends. */
enum JournalState:
  /** It does. */
  case Healthy

  /** It does, but there is space for few segments more, or not even for the next one.
    *
    * @param usableBytes
    *   of the file system, as far as it says
    */
  case LowSpace(usableBytes: Long)

  /** It does not, until there is space again, or permission to make the next segment, which it looks for every second. Reading works. */
  case ReadOnly(reason: String)

  /** Writing has failed; it has to be opened again. Reading works. */
  case Failed(reason: String)

  /** It was closed. */
  case Closed
