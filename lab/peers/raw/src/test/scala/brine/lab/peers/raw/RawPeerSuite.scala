package brine.lab.peers.raw

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class RawPeerSuite
    extends LogPeerSuite(
      RawPeer(),
      List("raw" -> List(Level.DISK, Level.OS_CACHE), "raw-extending" -> List(Level.DISK)),
      List("raw", "raw-extending")
    )
