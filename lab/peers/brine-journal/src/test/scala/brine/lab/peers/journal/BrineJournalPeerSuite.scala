package brine.lab.peers.journal

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

// Filling segments of 1 GiB with zeros, as the lab does, would take most of the time here.
final class BrineJournalPeerSuite
    extends LogPeerSuite(
      BrineJournalPeer(preparedSegment = 1L << 20),
      List("brine", "brine-prepared", "brine-tags", "brine-unless").map(_ -> List(Level.DISK, Level.OS_CACHE)),
      List("brine", "brine-prepared")
    )
