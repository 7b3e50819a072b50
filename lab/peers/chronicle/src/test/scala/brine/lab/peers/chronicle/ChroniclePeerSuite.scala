package brine.lab.peers.chronicle

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class ChroniclePeerSuite
    extends LogPeerSuite(
      ChroniclePeer(preparedBytes = 8L << 20),
      List(
        "chronicle-sync"          -> List(Level.DISK, Level.OS_CACHE),
        "chronicle-sync-prepared" -> List(Level.DISK, Level.OS_CACHE),
        "chronicle"               -> List(Level.DISK)
      ),
      List("chronicle-sync", "chronicle")
    )
