package brine.lab.peers.java

import brine.lab.peer.LogPeerSuite

final class JavaLogPeerSuite
    extends LogPeerSuite(
      JavaLogPeer(),
      Nil,
      List("java-direct-forced", "java-buffered-forced", "java-buffered-unforced")
    )
