package brine.lab.peers.jackson

import brine.lab.model.PublishedSizes

class JacksonPeerSuite extends munit.FunSuite:
  private val peer = JacksonPeer()

  test("the generated sites have the published JSON sizes"):
    assertEquals(PublishedSizes.sites(peer, "jackson-json"), Vector(1060L, 2076L, 4043L, 8173L, 65835L))

  test("their events have the published JSON sizes"):
    assertEquals(PublishedSizes.events(peer, "jackson-json"), Vector(1277L, 2499L, 5119L, 10961L, 109539L))

  test("the generated sites and their events have the published Smile sizes"):
    assertEquals(PublishedSizes.sites(peer, "jackson-smile"), Vector(843L, 1563L, 2604L, 4342L, 34259L))
    assertEquals(PublishedSizes.events(peer, "jackson-smile"), Vector(1127L, 2210L, 4293L, 8759L, 90206L))
