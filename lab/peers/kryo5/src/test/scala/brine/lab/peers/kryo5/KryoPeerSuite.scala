package brine.lab.peers.kryo5

import java.util.Optional

import brine.lab.model.{PublishedSizes, RoundTrip}
import brine.lab.peer.Input

final class KryoPeerSuite extends munit.FunSuite:
  private val peer = KryoPeer()

  private def books(name: String): Long = RoundTrip.check(peer, "kryo5", "books", name, Input(Optional.empty)) match
    case RoundTrip.Done(bytes)         => bytes
    case RoundTrip.Unsupported(reason) => fail(reason)

  // Before it was told what its fields and collections contain, it took 23,297 bytes for the largest site, 13,014 for
  // the tree, 38,458 for the strings and 99,002 for the map.
  test("sites, trees, strings and maps take no more bytes than with the settings that its documentation recommends"):
    assertEquals(PublishedSizes.sites(peer, "kryo5").last, 21914L)
    assertEquals(books("tree"), 11645L)
    assertEquals(books("string-seq"), 37458L)
    assertEquals(books("string-int-map"), 79002L)
