package brine.jdbc.internal.sql

import java.sql.SQLException

/** A failure that no driver has reported: its message says what to do. */
private[jdbc] class OwnFailure(message: String) extends SQLException(message)
