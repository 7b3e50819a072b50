package brine.lab.peers.postgresql

import brine.lab.peer.EntityPeerSuite

final class PostgresqlEntityPeerSuite
    extends EntityPeerSuite(PostgresqlEntityPeer(), "jdbc-postgresql", "brine-postgresql")
