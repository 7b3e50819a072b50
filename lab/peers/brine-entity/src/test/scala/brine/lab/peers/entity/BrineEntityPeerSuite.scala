package brine.lab.peers.entity

import brine.lab.peer.EntityPeerSuite

final class BrineEntityPeerSuite
    extends EntityPeerSuite(BrineEntityPeer(), "brine", "brine-prevalence", "brine-journal-direct")
