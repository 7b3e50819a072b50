package brine.lab.peers.actor

import brine.actor.Dispatcher
import brine.lab.peer.{ActorPeer, ActorPrograms, Library, Resolved}
import java.util.{List as JList, Set as JSet}

/** This project's actors, with everything they promise switched on, as it always is. */
final class BrineActorPeer extends ActorPeer:
  private def row(name: String, settings: String) = Library(
    name,
    Resolved.version("brine-actor"),
    JSet.of("ordered", "supervised", "typed"),
    settings,
    Library.ACTORS
  )

  private val default     = row("brine", "actors as classes, its defaults; sleepers on virtual threads")
  private val newestFirst = row("brine-newest-first", "all actors on the dispatcher that runs the newest first")

  def libraries: JList[Library] = JList.of(default, newestFirst)

  /** It is for trees of actors: elsewhere the order among actors says little. */
  override def cases(library: String): JSet[String] =
    if library == newestFirst.name then JSet.of("sequential", "merge-sort")
    else JSet.of()

  def open(library: String): ActorPrograms =
    BrineActorPrograms(if library == newestFirst.name then Dispatcher.NewestFirst else Dispatcher.Default)
