package brine.lab.peers.axon

import brine.lab.peer.EntityPeerSuite

final class AxonPeerSuite extends EntityPeerSuite(AxonPeer(), "axon")
