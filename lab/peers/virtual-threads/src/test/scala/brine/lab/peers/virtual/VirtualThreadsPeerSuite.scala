package brine.lab.peers.virtual

import brine.lab.peer.ActorProgramsSuite

final class VirtualThreadsPeerSuite extends ActorProgramsSuite(VirtualThreadsPeer(), "virtual-threads")
