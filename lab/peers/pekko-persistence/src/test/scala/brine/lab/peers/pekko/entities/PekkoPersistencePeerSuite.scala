package brine.lab.peers.pekko.entities

import brine.lab.peer.EntityPeerSuite

final class PekkoPersistencePeerSuite extends EntityPeerSuite(new PekkoPersistencePeer, "pekko-h2", "pekko-postgresql")
