package brine.lab.peers.actor

import brine.lab.peer.ActorProgramsSuite

final class BrineActorPeerSuite extends ActorProgramsSuite(BrineActorPeer(), "brine", "brine-newest-first")
