package brine.lab.peers.pekko

import java.util.{List => JList, Set => JSet}

import brine.lab.peer.{ActorPeer, ActorPrograms, Library, Resolved}
import brine.lab.peers.pekko.programs.{ClassicPrograms, Dispatchers, TypedPrograms}

/** Apache Pekko. Its defaults are kept for the reason given in Akka's peer; sleepers also run on its executor of
  * virtual threads.
  */
final class PekkoPeer extends ActorPeer {
  private def row(name: String, settings: String, traits: String*) =
    new Library(
      name,
      Resolved.scalaVersion("pekko-actor-typed"),
      JSet.of((Seq("ordered", "supervised") ++ traits).toArray: _*),
      settings,
      Library.ACTORS
    )

  private val classic = row("pekko-classic", "classic actors, default dispatcher, logging off")
  private val typed   = row("pekko-typed", "typed actors, default dispatcher, logging off", "typed")
  private val virtual = row("pekko-classic-virtual", "classic; sleepers on its executor of virtual threads")
    .recommendedBy("pekko.apache.org/docs/pekko/current/dispatchers.html")

  def libraries: JList[Library] = JList.of(classic, typed, virtual)

  override def cases(library: String): JSet[String] =
    if (library == virtual.name) JSet.of("sleeping-1000x100ms", "sleeping-100x100x20ms", "sleeping-100000x100ms")
    else JSet.of()

  def open(library: String): ActorPrograms =
    if (library == typed.name) new TypedPrograms(Dispatchers.default("pekko"))
    else if (library == virtual.name) new ClassicPrograms(Dispatchers.virtualThreads("pekko"))
    else new ClassicPrograms(Dispatchers.default("pekko"))
}
