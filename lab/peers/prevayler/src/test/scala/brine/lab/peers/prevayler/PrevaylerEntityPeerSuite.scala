package brine.lab.peers.prevayler

import brine.lab.peer.EntityPeerSuite

final class PrevaylerEntityPeerSuite extends EntityPeerSuite(PrevaylerEntityPeer(), "prevayler")
