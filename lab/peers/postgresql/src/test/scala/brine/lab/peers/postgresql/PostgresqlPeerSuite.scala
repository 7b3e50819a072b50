package brine.lab.peers.postgresql

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class PostgresqlPeerSuite
    extends LogPeerSuite(
      PostgresqlPeer(),
      List("postgresql" -> List(Level.DISK, Level.OS_CACHE), "brine-postgresql" -> List(Level.DISK)),
      List("postgresql")
    )
