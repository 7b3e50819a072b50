package brine.lab.peers.chronicle

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class ChroniclePeerSuite
    extends LogPeerSuite(
      ChroniclePeer(),
      List("chronicle-sync" -> List(Level.DISK, Level.OS_CACHE), "chronicle" -> List(Level.DISK)),
      List("chronicle-sync", "chronicle")
    )
