package brine.journal.replication

import brine.journal.tools.JournalImport

/** How one opening of a replica has ended. */
private[replication] enum FollowEnd:
  case Done

  /** Trying again may help. */
  case Passing(error: FollowError)

  case Final(error: FollowError)

/** What has come of making a target the replica of a log. */
private[replication] enum Taking:
  case Ready(to: JournalImport)
  case Failed(end: FollowEnd)

  /** It has got more records, which must be compared. */
  case Grown
