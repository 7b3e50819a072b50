package brine.lab.peers.akka

import brine.lab.peer.ActorProgramsSuite

final class AkkaPeerSuite
    extends ActorProgramsSuite(new AkkaPeer, "akka-classic", "akka-typed", "akka-classic-blocking")
