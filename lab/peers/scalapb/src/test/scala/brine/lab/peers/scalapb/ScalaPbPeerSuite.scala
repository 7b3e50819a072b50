package brine.lab.peers.scalapb

import brine.lab.model.PublishedSizes

class ScalaPbPeerSuite extends munit.FunSuite:
  private val peer = ScalaPbPeer()

  test("the generated sites have the published protobuf sizes"):
    assertEquals(PublishedSizes.sites(peer, "scalapb"), Vector(554L, 1175L, 1930L, 3058L, 27111L))

  test("their events have the published protobuf sizes"):
    assertEquals(PublishedSizes.events(peer, "scalapb"), Vector(578L, 1192L, 2076L, 3604L, 42455L))
