package brine.lab.peers.mariadb

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class MariadbPeerSuite
    extends LogPeerSuite(
      MariadbPeer(),
      List("mariadb" -> List(Level.DISK, Level.OS_CACHE), "brine-mariadb" -> List(Level.DISK)),
      List("mariadb")
    )
