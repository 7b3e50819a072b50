package brine.lab.peers.journal

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class BrineJournalPeerSuite
    extends LogPeerSuite(
      BrineJournalPeer(),
      List("brine" -> List(Level.DISK, Level.OS_CACHE), "brine-prepared" -> List(Level.DISK, Level.OS_CACHE)),
      List("brine", "brine-prepared")
    )
