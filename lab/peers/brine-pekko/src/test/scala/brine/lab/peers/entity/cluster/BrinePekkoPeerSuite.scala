package brine.lab.peers.entity.cluster

import brine.effort.Effort
import brine.lab.peer.EntityPeerSuite

/** Three nodes do all that one does. The lab checks each row again before it measures it. */
final class BrinePekkoPeerSuite extends EntityPeerSuite(BrinePekkoPeer(), BrinePekkoPeerSuite.rows*)

object BrinePekkoPeerSuite:
  private val rows =
    "brine-pekko-3" +: (if Effort.isFull then Seq("brine-pekko-1", "pekko-brine-postgresql") else Nil)
