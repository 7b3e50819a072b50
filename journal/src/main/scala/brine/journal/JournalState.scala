package brine.journal

/** Whether a journal accepts appends. */
enum JournalState:
  /** It accepts appends. */
  case Healthy

  /** It accepts appends, but there is space for fewer than two more segments, or the next one could not be prepared.
    *
    * @param usableBytes
    *   usable space of the file system, as far as it says
    */
  case LowSpace(usableBytes: Long)

  /** It refuses appends, for lack of space, of permission or of file descriptors to create the next segment. It checks
    * again every [[JournalSettings.spaceCheckEvery]] and resumes by itself. Reading works.
    */
  case ReadOnly(reason: String)

  /** Writing has failed. Reading works; to append again, close the journal and open it again.
    *
    * @param cause
    *   what it failed with. If that is no `IOException`, please report it with its stack trace
    */
  case Failed(reason: String, cause: Throwable)

  /** It was closed. */
  case Closed

  /** Whether the journal accepts appends: true for `Healthy` and `LowSpace`. */
  def acceptsAppends: Boolean = this match
    case Healthy | LowSpace(_)               => true
    case ReadOnly(_) | Failed(_, _) | Closed => false

  /** Whether the journal was closed. */
  def isClosed: Boolean = this == Closed
