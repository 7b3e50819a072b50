package brine.lab.peer

import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CompletableFuture, TimeUnit}

/** Every row of a peer of study `whole`: replies and states are those of the model, also after a restart, and with
  * several callers. The suite of each peer extends it; it is compiled once for each Scala line.
  *
  * @param rows
  *   names of the rows to test
  */
abstract class EntityPeerSuite(peer: EntityPeer, rows: String*) extends munit.FunSuite {
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private def named(row: String): Library = {
    var found = Option.empty[Library]
    peer.libraries.forEach(library => if (library.name == row) found = Some(library))
    found.getOrElse(fail("no row " + row))
  }

  private def in[A](body: Path => A): A = {
    val folder = Files.createTempDirectory("brine-entity-peer")
    try body(folder)
    finally {
      val files = Files.walk(folder)
      try files.sorted(Comparator.reverseOrder[Path]).forEach(file => { val _ = file.toFile.delete() })
      finally files.close()
    }
  }

  /** A library that loses a reply never ends: the test must. */
  private def inTime[A](body: => A): A = {
    val result        = new CompletableFuture[A]
    val run: Runnable = () => {
      val _ = try result.complete(body)
      catch { case failure: Throwable => result.completeExceptionally(failure) }
    }
    val thread = new Thread(run)
    thread.setDaemon(true)
    thread.start()
    result.get(240, TimeUnit.SECONDS)
  }

  /** One store for all of a row's checks: a server is started once. */
  for (row <- rows) {
    test(row + ": belongs to the study, says its version and settings, can run") {
      val library = named(row)
      assertEquals(library.studies, Library.WHOLE)
      assert(library.version.nonEmpty && library.settings.nonEmpty, library)
      assertEquals(peer.unavailable(row), "")
    }

    test(row + ": replies and states are the model's, also after a restart") {
      val isLogAlone = named(row).traits.contains(EntityPeer.LOG_ALONE)
      inTime(in { folder =>
        val store = peer.open(row, folder)
        try {
          val lives           = new AtomicInteger
          val alive: Runnable = () => { val _ = lives.incrementAndGet() }
          assertEquals(EntityCheck.run(peer.model, store, "check", 120, isLogAlone, alive), "")
          // After each start, all requests, and each end.
          assertEquals(lives.get, 3 * (if (isLogAlone) 2 else 6))
          checkNames(store, isLogAlone)
        } finally store.close()
      })
    }
  }

  private def create(entities: RunningEntities, id: String): Unit =
    peer.model.creating(id).forEach { request =>
      val reply = entities.execute(id, request)
      assert(reply.isAccepted, request.toString)
    }

  private def version(entities: RunningEntities, id: String): Long = entities.execute(id, peer.model.query).version

  /** Names and identities are apart, events take bytes, and what is dropped is gone. */
  private def checkNames(store: EntityStore, isLogAlone: Boolean): Unit = {
    val one = store.entities("one", LogStore.Level.OS_CACHE)
    for (id <- List("site-1", "site-10", "site-1-0")) create(one, id)
    val change = one.execute("site-10", peer.model.change(3))
    assertEquals(change.version, 10L + change.events)
    assertEquals(version(one, "site-1"), 10L)
    assertEquals(version(one, "site-1-0"), 10L)
    if (!isLogAlone) assertEquals(one.state("site-2"), peer.model.expected().state())
    for (number <- 0 until 400) { val _ = one.execute("site-1", peer.model.change(number.toLong)) }
    val bytes = one.bytes
    assert(bytes > 400 * 10, bytes)
    one.close()

    val other = store.entities("other", LogStore.Level.DISK)
    create(other, "site-1")
    assertEquals(version(other, "site-1"), 10L)
    other.close()
    val again = store.entities("one", LogStore.Level.DISK)
    assert(version(again, "site-1") >= 410L)
    again.close()

    store.drop("one")
    val empty = store.entities("one", LogStore.Level.DISK)
    assertEquals(version(empty, "site-1"), 0L)
    empty.close()
    store.drop("one")
    store.drop("other")
  }
}
