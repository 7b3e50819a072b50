package brine.journal.tools

import brine.journal.EventLogReader

/** Where a copy is. */
private[tools] trait CopyTarget:
  /** Reads what is there, without a change; an error of opening if nothing is there. */
  def read(use: EventLogReader => Either[CopyError, Unit]): Either[CopyError, Unit]

  /** Opens it for records. */
  def open(): Either[CopyError, JournalImport]
