package brine.lab.peers.akka

import java.util.{List => JList, Set => JSet}

import brine.lab.peer.{ActorPeer, ActorPrograms, Library, Resolved}
import brine.lab.peers.akka.programs.{ClassicPrograms, Dispatchers, TypedPrograms}

/** Akka 2.6, the last line under the Apache license. Its defaults are kept: fewer threads or a higher throughput were
  * tried and changed nothing that could be told from noise.
  */
final class AkkaPeer extends ActorPeer {
  private def row(name: String, settings: String, traits: String*) =
    new Library(
      name,
      Resolved.scalaVersion("akka-actor-typed"),
      JSet.of((Seq("ordered", "supervised") ++ traits).toArray: _*),
      settings,
      Library.ACTORS
    )

  private val classic  = row("akka-classic", "classic actors, default dispatcher, logging off")
  private val typed    = row("akka-typed", "typed actors, default dispatcher, logging off", "typed")
  private val blocking =
    row(
      "akka-classic-blocking",
      "classic; sleepers on a pool of 16 threads, as its manual advises for code that blocks"
    ).recommendedBy("doc.akka.io/docs/akka/2.6/typed/dispatchers.html")

  def libraries: JList[Library] = JList.of(classic, typed, blocking)

  override def cases(library: String): JSet[String] =
    if (library == blocking.name) JSet.of("sleeping-1000x100ms", "sleeping-100x100x20ms", "sleeping-100000x100ms")
    else JSet.of()

  def open(library: String): ActorPrograms =
    if (library == typed.name) new TypedPrograms(Dispatchers.default("akka"))
    else if (library == blocking.name) new ClassicPrograms(Dispatchers.threadPool("akka", 16))
    else new ClassicPrograms(Dispatchers.default("akka"))
}
