package brine.lab.model

import java.util.{Optional, ServiceLoader}

import brine.lab.model.books.{BooksChecksum, BooksData}
import brine.lab.peer.{Input, Library, Peer}

/** Run in the project of every peer, against the peer on its class path. */
class RoundTripSuite extends munit.FunSuite {
  private val generated = new Input(Optional.empty())

  private def all[A](iterator: java.util.Iterator[A]): Vector[A] = {
    val found = Vector.newBuilder[A]
    while (iterator.hasNext) found += iterator.next()
    found.result()
  }

  private val peers: Vector[Peer] = all(ServiceLoader.load(classOf[Peer]).iterator)

  private val libraries: Vector[(Peer, Library)] =
    peers.flatMap(peer => all(peer.libraries.iterator).map(library => peer -> library))

  test("one peer, and every library of it does a case or says why not") {
    assertEquals(peers.size, 1)
    assert(libraries.nonEmpty)
    libraries.foreach { case (peer, library) =>
      assert(library.name.matches("[a-z0-9]+(-[a-z0-9]+)*"), library.name)
      assert(library.version.nonEmpty && library.settings.nonEmpty, library.name)
      assert(RoundTrip.cases(peer, library).nonEmpty, library.name)
    }
  }

  test("the data of study books are those of every other Scala line") {
    assertEquals(BooksData.names.map(name => name -> BooksChecksum.of(BooksData.of(name))), BooksChecksum.known)
  }

  for ((peer, library) <- libraries if library.traits.contains(Library.REUSED_BUFFER))
    test(s"${library.name} leaves messages in one buffer, with the bytes of the row that copies them") {
      val reusing = peer.open(library.name, "site", "site-2k", generated)
      val copying = peer.open(library.name.stripSuffix("-reused"), "site", "site-2k", generated)
      val value   = reusing.values()(0)
      assert(reusing.write(value) eq reusing.write(value))
      assert(copying.write(copying.values()(0)) ne copying.write(copying.values()(0)))
      assertEquals(reusing.encode(value).toSeq, copying.encode(copying.values()(0)).toSeq)
    }

  for ((peer, library) <- libraries if library.studies.contains("site") && peer.cases(library.name).isEmpty)
    test(s"${library.name}: other versions of a type are tried in every way, or there is a reason") {
      try {
        val tried = all(peer.experiments(library.name).iterator)
        tried.foreach(experiment => assert(experiment.write().nonEmpty, experiment.name))
        assertEquals(tried.groupBy(_.way).values.map(_.map(_.name)).toSet, Set(Evolution.names))
      } catch {
        case e: UnsupportedOperationException => assert(e.getMessage.length > 20, e.getMessage)
      }
    }

  for ((peer, library) <- libraries; (study, name) <- RoundTrip.cases(peer, library))
    test(s"${library.name} brings back $study $name") {
      RoundTrip.check(peer, library.name, study, name, generated) match {
        case RoundTrip.Done(bytes)         => assert(bytes > 0)
        case RoundTrip.Unsupported(reason) =>
          assert(reason != null && reason.length > 20, reason)
          // Rows whose model are generated classes have those of the site alone; code as published has its own study.
          val isApart = library.name.contains("-direct") || library.traits.contains("as-published")
          assert(!Cases.Records.contains(name) || isApart, library.name + ": " + reason)
      }
    }
}
