package brine.lab.peers.protobufjava

import brine.lab.model.PublishedSizes

class ProtobufJavaPeerSuite extends munit.FunSuite:
  private val peer = ProtobufJavaPeer()

  test("the generated sites have the published protobuf sizes"):
    assertEquals(PublishedSizes.sites(peer, "protobuf-java"), Vector(554L, 1175L, 1930L, 3058L, 27111L))

  test("their events have the published protobuf sizes"):
    assertEquals(PublishedSizes.events(peer, "protobuf-java"), Vector(578L, 1192L, 2076L, 3604L, 42455L))

  test("its classes as the model have the same bytes, and those of ScalaPB"):
    assertEquals(PublishedSizes.sites(peer, "protobuf-java-direct"), PublishedSizes.sites(peer, "protobuf-java"))
    // Each event has a number and a length more, of the message that holds any.
    val added = PublishedSizes.events(peer, "protobuf-java-direct").zip(PublishedSizes.events(peer, "protobuf-java"))
    assert(added.forall((held, own) => held > own), added)
