package brine.lab.peers.virtual

import brine.lab.peer.{ActorPeer, ActorPrograms, Library}
import java.util.{List as JList, Set as JSet}

/** No library: what a person would write with the JDK alone. */
final class VirtualThreadsPeer extends ActorPeer:
  def libraries: JList[Library] = JList.of(
    Library(
      "virtual-threads",
      s"JDK ${Runtime.version().feature()}",
      JSet.of("ordered"),
      "a virtual thread with a LinkedBlockingQueue for each actor's whole life; no supervision, no time limit of asks",
      Library.ACTORS
    )
  )

  def open(library: String): ActorPrograms = VirtualThreadPrograms()
