package brine.lab.peers.leveldb

import brine.lab.peer.EntityPeerSuite

final class PekkoLeveldbPeerSuite extends EntityPeerSuite(PekkoLeveldbPeer(), "pekko-leveldb")
