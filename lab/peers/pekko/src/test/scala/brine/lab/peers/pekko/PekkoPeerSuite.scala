package brine.lab.peers.pekko

import brine.lab.peer.ActorProgramsSuite

final class PekkoPeerSuite
    extends ActorProgramsSuite(new PekkoPeer, "pekko-classic", "pekko-typed", "pekko-classic-virtual")
