package brine.examples.site.views

import java.sql.Connection
import scala.util.Using

/** Uses a connection for one statement or a few, each committed by itself. */
private[views] object SqlConnections:
  def use[A](connect: () => Connection)(body: Connection => A): A =
    Using.resource(connect()): connection =>
      connection.setAutoCommit(true)
      body(connection)
