package brine.lab.peers.prevayler

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class PrevaylerPeerSuite
    extends LogPeerSuite(PrevaylerPeer(), List("prevayler" -> List(Level.DISK, Level.OS_CACHE)), List("prevayler"))
