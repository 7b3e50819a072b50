package brine.lab.peers.sqlite

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class SqlitePeerSuite
    extends LogPeerSuite(
      SqlitePeer(),
      List("sqlite" -> List(Level.DISK, Level.OS_CACHE), "brine-sqlite" -> List(Level.DISK)),
      List("sqlite")
    )
