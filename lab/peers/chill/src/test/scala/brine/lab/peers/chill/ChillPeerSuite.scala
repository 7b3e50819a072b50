package brine.lab.peers.chill

import brine.lab.model.PublishedSizes

final class ChillPeerSuite extends munit.FunSuite {
  private val peer = new ChillPeer

  test("registered classes are numbers instead of names") {
    val sizes = PublishedSizes.sites(peer, "chill").zip(PublishedSizes.sites(peer, "chill-registered"))
    assert(sizes.forall { case (named, numbered) => numbered < named }, sizes.toString)
  }
}
