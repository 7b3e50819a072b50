package brine.lab.model

import java.util.Optional

import brine.lab.peer.{Input, Peer}

/** The sizes that a peer gives to the generated data, to be held against the ones published for the study's own. */
object PublishedSizes {
  private val generated = new Input(Optional.empty())

  def sites(peer: Peer, library: String): Vector[Long] = sizes(peer, library, "site-")

  def events(peer: Peer, library: String): Vector[Long] = sizes(peer, library, "events-")

  private def sizes(peer: Peer, library: String, prefix: String): Vector[Long] =
    SiteGenerator.Sizes.map { size =>
      RoundTrip.check(peer, library, "site", prefix + size, generated) match {
        case RoundTrip.Done(bytes)         => bytes
        case RoundTrip.Unsupported(reason) => throw new AssertionError(reason)
      }
    }
}
