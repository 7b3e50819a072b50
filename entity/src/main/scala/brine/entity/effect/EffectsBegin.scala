package brine.entity.effect

import brine.journal.Offset

/** Where effects begin when their name is new in a log. There is no default: effects added to an old log with [[First]]
  * are executed for all of its events, and with [[Now]] for none of them.
  */
enum EffectsBegin:
  /** At the first event of the log. If retention has deleted that, starting fails with [[EffectsError.Unreadable]]. */
  case First

  /** After an event, such as the last one that another program has dealt with. After [[brine.journal.Offset.Begin]] are
    * all events that are kept.
    */
  case After(offset: Offset)

  /** At the end of the log, when the effects are first started. */
  case Now
