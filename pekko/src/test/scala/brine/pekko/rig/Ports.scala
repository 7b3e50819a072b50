package brine.pekko.rig

import java.net.ServerSocket
import scala.util.Using

object Ports:
  /** A port that nobody listens on. */
  def free(): Int = Using.resource(ServerSocket(0))(_.getLocalPort)
