package brine.pekko.projection.internal

import java.util.concurrent.ConcurrentHashMap
import org.apache.pekko.actor.typed.{ActorSystem, Extension, ExtensionId}

/** Which projections were started in an actor system. Thread-safe. */
private[pekko] final class ProjectionNames(system: ActorSystem[?]) extends Extension:
  private val names = ConcurrentHashMap.newKeySet[(String, Int)]()

  /** Notes that a version runs here.
    *
    * @throws IllegalStateException
    *   if it does already
    */
  def claim(name: String, version: Int): Unit =
    if !names.add((name, version)) then
      throw IllegalStateException(
        s"version $version of the projection '$name' is started in $system already: keep what PekkoProjection.start " +
          "returned, and use it"
      )

private[pekko] object ProjectionNames extends ExtensionId[ProjectionNames]:
  def createExtension(system: ActorSystem[?]): ProjectionNames = new ProjectionNames(system)
