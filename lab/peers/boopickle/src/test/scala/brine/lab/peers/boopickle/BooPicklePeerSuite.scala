package brine.lab.peers.boopickle

import brine.lab.model.PublishedSizes

final class BooPicklePeerSuite extends munit.FunSuite:
  private val peer = BooPicklePeer()

  // With enums by name they took 25,685 and 16,123 bytes.
  test("the enums of the largest site are written by ordinal"):
    assertEquals(PublishedSizes.sites(peer, "boopickle").last, 24835L)
    assertEquals(PublishedSizes.sites(peer, "boopickle-dedup").last, 15932L)
