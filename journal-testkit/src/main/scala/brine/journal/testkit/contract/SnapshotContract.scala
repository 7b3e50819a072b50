package brine.journal.testkit.contract

import brine.journal.*
import brine.journal.snapshot.{SnapshotError, SnapshotStore}
import java.util.concurrent.{Executors, TimeUnit}

/** Snapshots: the newest that can be read, up to what is durable. */
trait SnapshotContract extends ContractBase:
  this: munit.FunSuite =>

  private def saved[A](result: Either[SnapshotError, A]): A = result.fold(error => fail(error.message), identity)

  private def snapshots(name: String)(body: (EventLog, SnapshotStore) => Unit)(using munit.Location): Unit =
    rule(s"snapshot: $name"): log =>
      (1 to 100).map(i => log.append("a", number(i))).foreach(appended(_))
      body(log, log.snapshots)

  snapshots("the newest one counts, also up to an offset"): (_, store) =>
    assertEquals(store.latest[String]("state"), Right(None))
    saved(store.save("state", Offset(7), "seven"))
    val info  = saved(store.save("state", Offset(12), "twelve"))
    val found = saved(store.latest[String]("state")).get
    assertEquals((found.state, found.offset, found.skipped), ("twelve", Offset(12), Vector.empty))
    assertEquals((info.name, info.offset, info.parts, info.isParts), ("state", Offset(12), 1L, false))
    assertEquals(found.info, info)
    for (upTo, want) <- Seq(11L -> Some("seven"), 12L -> Some("twelve"), 7L -> Some("seven"), 6L -> None) do
      assertEquals(saved(store.latest[String]("state", Offset(upTo))).map(_.state), want, s"up to $upTo")

  snapshots("two of each name are kept, and names are kept apart"): (_, store) =>
    // Some begin like others, or match them where `_` stands for any character.
    val names                        = Vector("a", "a-1", "a-b", "b", "x_1", "xa1")
    def at(round: Int, name: String) = round * 10L + names.indexOf(name) // each name has offsets of its own
    for round <- 1 to 5; name <- names do saved(store.save(name, Offset(at(round, name)), s"$name $round")): Unit
    assertEquals(store.names, names)
    for name <- names do
      assertEquals(store.offsets(name), Vector(at(5, name), at(4, name)).map(Offset(_)))
      assertEquals(saved(store.latest[String](name)).map(_.state), Some(s"$name 5"))
    assertEquals(store.offsets("none"), Vector.empty)

  snapshots("one of the same name and offset is replaced"): (_, store) =>
    saved(store.save("state", Offset(3), "first"))
    saved(store.save("state", Offset(3), "second"))
    assertEquals(store.offsets("state"), Vector(Offset(3)))
    assertEquals(saved(store.latest[String]("state")).map(_.state), Some("second"))

  snapshots("one of records that are not durable is refused, until they are"): (log, store) =>
    saved(store.save("state", Offset(90), "there"))
    for beyond <- Seq(101L, Long.MaxValue) do
      val tries = Seq(
        store.save("state", Offset(beyond), "beyond"),
        // No part of it is asked for.
        store.saveParts("state", Offset(beyond), Iterator.continually[String](fail("a part of what is refused")))
      )
      tries.foreach:
        case Left(error @ SnapshotError.NotDurable(_, offset, durable)) =>
          assertEquals((offset, durable), (Offset(beyond), Offset(100)))
          assert(error.message.contains(s"$beyond"), error.message)
        case other => fail(s"$other")
    assertEquals(store.offsets("state"), Vector(Offset(90)))
    appended(log.append("a", text("one more")))
    assertEquals(saved(store.latest[String]("state")).map(_.state), Some("there"))
    saved(store.save("state", Offset(101), "beyond"))
    assertEquals(saved(store.latest[String]("state")).map(_.state), Some("beyond"))

  snapshots("parts come back in order, of every size"): (_, store) =>
    val parts =
      Vector(0, 1, 2, 127, 128, 300, 65_536, 70_000, 3).zipWithIndex.map((size, i) => Vector.fill(size)(i.toByte))
    for count <- 0 to parts.size do
      val info = saved(store.saveParts("parts", Offset(count), parts.iterator.take(count)))
      assertEquals((info.parts, info.isParts), (count.toLong, true))
      val found = saved(store.loadParts[Vector[Byte], Vector[Vector[Byte]]]("parts")(Vector.empty)(_ :+ _)).get
      assert(found.state == parts.take(count), s"$count parts")
      assertEquals(saved(store.verify("parts", Offset(count))).fingerprint, info.fingerprint)

  snapshots("equal states have equal fingerprints, and others others"): (_, store) =>
    val states = Vector(Vector(1, 2), Vector(2, 1), Vector(1), Vector(), Vector(0), Vector(0, 0))
    val prints = states.zipWithIndex.map((state, i) => saved(store.save("state", Offset(i), state)).fingerprint)
    assertEquals(prints.distinct.size, states.size)
    assertEquals(saved(store.save("other", Offset(50), states.head)).fingerprint, prints.head)

  snapshots("a state of another type or kind is skipped, with the reason"): (_, store) =>
    saved(store.save("state", Offset(1), "text"))
    saved(store.save("state", Offset(2), 5))
    val found = saved(store.latest[String]("state")).get
    assertEquals(found.state, "text")
    assert(found.skipped.exists { case SnapshotError.Undecodable(_, 0, 0, _) => true; case _ => false }, found.skipped)
    saved(store.saveParts("parts", Offset(1), Iterator(5)))
    def isOther(result: Either[SnapshotError, Any], hasParts: Boolean) = result.left.exists:
      case SnapshotError.NoneReadable(_, Vector(SnapshotError.OtherKind(_, found))) => found == hasParts
      case _                                                                        => false
    assert(isOther(store.latest[Int]("parts"), hasParts = true))
    assert(isOther(store.loadParts[Int, Int]("state", upTo = Offset(1))(0)(_ + _), hasParts = false))

  snapshots("what cannot be saved leaves nothing behind, and what the caller throws is thrown"): (_, store) =>
    val hole = store.saveParts("state", Offset(1), Iterator[ContractEvent](text("a"), text(null)))
    assert(hole.left.exists { case SnapshotError.Unencodable(1, _) => true; case _ => false }, hole)
    val failure = java.io.IOException("of the caller")
    def broken  = Iterator.tabulate(3)(i => if i == 2 then throw failure else i)
    assertEquals(intercept[java.io.IOException](store.saveParts("state", Offset(1), broken)), failure)
    assertEquals(store.names, Vector.empty)
    saved(store.saveParts("state", Offset(1), Iterator(1, 2)))
    val thrown = intercept[java.io.IOException](store.loadParts[Int, Int]("state")(0)((_, _) => throw failure))
    assertEquals(thrown, failure)

  snapshots("a name that is none is refused"): (_, store) =>
    for name <- Seq("", "A", "a.b", "a/b", "../a", "ä", "a" * 65) do
      intercept[IllegalArgumentException](store.save(name, Offset(1), 1)): Unit
      intercept[IllegalArgumentException](store.saveParts(name, Offset(1), Iterator(1))): Unit
      intercept[IllegalArgumentException](store.latest[Int](name)): Unit
      intercept[IllegalArgumentException](store.offsets(name)): Unit
      intercept[IllegalArgumentException](store.verify(name, Offset(1))): Unit
    saved(store.save("a" * 64, Offset(0), 1)): Unit

  snapshots("several threads save and load at once"): (_, store) =>
    val executor = Executors.newFixedThreadPool(effort.threads)
    try
      val saving = for offset <- 1 to 50; name <- Seq("a", "b")
      yield store.saveInBackground(name, Offset(offset), s"$name $offset")(executor)
      val loaded = atOnce(2): _ =>
        (1 to effort.rounds).flatMap(_ => saved(store.latest[String]("a"))).map(found => (found.offset, found.state))
      saving.foreach(future => saved(future.get(patience.toNanos, TimeUnit.NANOSECONDS)))
      loaded.flatten.foreach((offset, state) => assertEquals(state, s"a ${offset.sequence}"))
      for name <- Seq("a", "b") do
        assertEquals(saved(store.latest[String](name)).map(_.state), Some(s"$name 50"))
        assert(store.offsets(name).size <= 50)
    finally executor.shutdownNow(): Unit

  snapshots("what is not there cannot be verified, and the error says where to look"): (_, store) =>
    saved(store.save("state", Offset(7), "seven"))
    for (name, offset) <- Vector("state" -> Offset(8), "state" -> Offset.Begin, "other" -> Offset(7)) do
      store.verify(name, offset) match
        case Left(error @ SnapshotError.NotFound(place, ofName, at)) =>
          assertEquals((place, ofName, at), (store.place, name, offset))
          assert(error.message.contains(name) && error.message.contains(s"${offset.sequence}"), error.message)
        case other => fail(s"$other")
    assertEquals(saved(store.verify("state", Offset(7))).offset, Offset(7))

  snapshots("several threads save parts under one name at once: each is whole"): (_, store) =>
    for round <- 1 to effort.rounds / 4 + 1 do
      // At the same offset the last one stays; at others the newest counts.
      val infos = atOnce(effort.threads): thread =>
        val offset = if round % 2 == 0 then Offset(round.min(80)) else Offset(round.min(80) + thread)
        saved(store.saveParts("parts", offset, Iterator.fill(20)(thread).tapEach(_ => Thread.`yield`())))
      val found = saved(store.loadParts[Int, Vector[Int]]("parts")(Vector.empty)(_ :+ _)).get
      assertEquals(found.skipped, Vector.empty)
      assert(found.state.size == 20 && found.state.distinct.size == 1, s"parts of several states: ${found.state}")
      assert(infos.map(_.fingerprint).contains(found.info.fingerprint), "a snapshot that nobody has saved")
      assertEquals(saved(store.verify("parts", found.offset)), found.info)

  snapshots("parts that save another state of their own name are refused, and do no harm"): (_, store) =>
    saved(store.saveParts("parts", Offset(1), Iterator(1, 2)))
    def nested = Iterator(3, 4).tapEach(_ => saved(store.saveParts("parts", Offset(2), Iterator(5))))
    for offset <- Vector(Offset(2), Offset(3)) do
      val thrown = within("saving")(intercept[IllegalStateException](store.saveParts("parts", offset, nested)))
      assert(thrown.getMessage.contains("parts"), thrown.getMessage)
    val other = Iterator(6, 7).tapEach(part => saved(store.save("other", Offset(part), part)))
    saved(store.saveParts("parts", Offset(4), other))
    assertEquals(store.offsets("parts"), Vector(Offset(4), Offset(1)))
    assertEquals(saved(store.loadParts[Int, Int]("parts")(0)(_ + _)).map(_.state), Some(13))
    assertEquals(saved(store.latest[Int]("other")).map(_.state), Some(7))

  snapshots("a closed log saves none; when it is opened again, they are there"): (log, store) =>
    saved(store.save("state", Offset(100), "kept"))
    within("close")(log.close())
    val late = store.save("state", Offset(100), "late")
    assert(late.left.exists(_.isInstanceOf[SnapshotError.Failed]), late)
    openAgain().foreach: again =>
      try assertEquals(saved(again.snapshots.latest[String]("state")).map(_.state), Some("kept"))
      finally within("close")(again.close())
