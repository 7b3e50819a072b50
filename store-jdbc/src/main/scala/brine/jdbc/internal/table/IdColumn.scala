package brine.jdbc.internal.table

import brine.jdbc.internal.sql.Binder
import java.util.UUID

/** How a table of events has its ids: as 16 bytes, or as values of the database's own type of UUIDs. */
private[jdbc] enum IdColumn:
  case Bytes, Typed

  def bind(binder: Binder, id: UUID): Unit = this match
    case Bytes => binder.uuid(id): Unit
    case Typed => binder.typedUuid(id): Unit
