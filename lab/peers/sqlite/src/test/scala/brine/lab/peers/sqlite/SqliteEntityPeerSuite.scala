package brine.lab.peers.sqlite

import brine.lab.peer.EntityPeerSuite

final class SqliteEntityPeerSuite extends EntityPeerSuite(SqliteEntityPeer(), "jdbc-sqlite", "brine-sqlite")
