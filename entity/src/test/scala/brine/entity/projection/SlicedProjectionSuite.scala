package brine.entity.projection

import brine.entity.projection.internal.Slice
import brine.journal.testkit.MemoryEventLog
import brine.journal.{Offset, Query, Record}
import java.sql.{Connection, SQLException}
import java.util.UUID
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import munit.FunSuite
import scala.concurrent.duration.*

class SlicedProjectionSuite extends FunSuite, ProjectionsBase:
  override def munitTimeout: Duration = 3.minutes

  private def using[A](body: (TestDatabase, MemoryEventLog) => A): A =
    val database = TestDatabase.Sqlite()
    try
      database(Moves.createTable(_))
      withLog(log => body(database, log))
    finally database.close()

  private def sliced(
      database: TestDatabase,
      log: MemoryEventLog,
      slices: Int,
      definition: Projection[Move] = Moves.projection(),
      settings: ProjectionSettings = quick
  )(
      function: (Connection, Vector[Record[Move]]) => Unit = plain
  ) = SlicedProjection(log, definition, slices, () => database.connect(), settings, function)

  private def start(projection: SlicedProjection[Move]) =
    Vector.tabulate(projection.slices)(projection.start(_)(() => ()))

  private def moveAll(log: MemoryEventLog, count: Int): Offset =
    (1 to count).map(number => move(log, s"${number % 13}", number)).last

  test("the slice of a key never changes"):
    val keys = Vector("", "a", "line-1", "line-2", "account-42", "ä𝄞")
    assertEquals(keys.map(Slice.numberOf(_, 1024)), Vector(0, 972, 0, 633, 149, 946))

  test("each key is in one slice, slices are about as large, and a multiple of them has no slice in two"):
    val keys = (1 to 3000).map(number => s"line-$number")
    for of <- Vector(1, 2, 3, 7, 16, 100, 1024) do
      val sizes = keys.groupBy(Slice.numberOf(_, of)).view.mapValues(_.size).toMap
      assert(sizes.keySet.subsetOf(Set.range(0, of)))
      if of <= 16 then sizes.foreach((slice, size) => assert(size > 1000 / of && size < 9000 / of, s"$slice of $of"))
      assertEquals(keys.map(key => (0 until of).count(Slice(_, of).has(key))).toSet, Set(1))
      for more <- Vector(2, 3) if of * more <= 1024 do
        keys.foreach(key => assertEquals(Slice.numberOf(key, of * more) / more, Slice.numberOf(key, of)))

  test("the slice that is started later stores, and the one before is refused"):
    using: (database, log) =>
      val older = sliced(database, log, 2)()
      val first = start(older)
      val begun = moveAll(log, 50)
      first.foreach(_.await(begun, 60.seconds))
      val isOver = CountDownLatch(2)
      val newer  = sliced(database, log, 2)()
      val second = Vector(0, 1).map(newer.start(_)(() => isOver.countDown()))
      // They have claimed their slices when they know the position.
      second.foreach(_.await(first.map(_.position).minBy(_.sequence), 60.seconds))
      val last = moveAll(log, 50)
      assertEquals(first.map(ended(_)).map(_.getClass), first.map(_ => classOf[ProjectionError.Fenced]))
      assertEquals(first.map(_.status.applied).sum, 50L)
      second.foreach(_.await(last, 60.seconds))
      assertEquals(lines(database), Moves.fold(log.readQuery[Move](Query.category("line")).toVector.toOption.get))
      second.foreach(_.close())
      isOver.await()

  test("a slice has records of its keys alone, in order, and does not decode others"):
    using: (database, log) =>
      log.append("line-1", "no move").await(): Unit
      val last  = moveAll(log, 200)
      val other = sliced(database, log, 4)()
      val own   = other.sliceOf("line-1")
      val runs  = start(other)
      runs.foreach(_.await(last, 60.seconds))
      assertEquals(other.setAside().map(_.key).distinct, Vector("line-1"))
      assertEquals(runs.map(_.setAside.nonEmpty), Vector.tabulate(4)(_ == own))
      assertEquals(other.stored().map(_._3 > 0), Vector.tabulate(4)(_ == own))
      runs.foreach(_.close())

  test("a key that throws or is null ends the first slice alone"):
    using: (database, log) =>
      for (name, key) <- Vector[(String, String => String)](
          ("a", _ => null),
          ("b", _ => throw IllegalStateException("no"))
        )
      do
        val definition =
          Moves.projection(name).withKey((stream, _) => if stream == "line-5" then key(stream) else stream)
        val runs = start(sliced(database, log, 3, definition)((_, _) => ()))
        val last = moveAll(log, 30)
        assert(ended(runs.head).isInstanceOf[ProjectionError.Broken])
        runs.tail.foreach(_.await(last, 60.seconds))
        runs.foreach(_.close())

  test("another number of slices is refused, also one piece, in any order"):
    using: (database, log) =>
      val three = sliced(database, log, 3)()
      three.prepare()
      three.prepare()
      assertEquals(three.refused, None)
      for other <- Vector(1, 2, 6) do
        val wrong = sliced(database, log, other)()
        wrong.prepare()
        assertEquals(wrong.refused, Some(ProjectionError.OtherSlices(wrong.toString, 3, other)))
        start(wrong).foreach: one =>
          ended(one) match
            case ProjectionError.OtherSlices(_, 3, `other`) => ()
            case error                                      => fail(error.message)
      running(SqlProjection.start(log, Moves.projection(), () => database.connect())(plain)): whole =>
        assertEquals(ended(whole), ProjectionError.OtherSlices(whole.toString, 3, 1))
      val single = Moves.projection("single")
      running(SqlProjection.start(log, single, () => database.connect())(plain)): whole =>
        whole.await(moveAll(log, 5), 60.seconds)
        val wrong = sliced(database, log, 2, single)()
        assertEquals(ended(wrong.start(0)(() => ())), ProjectionError.OtherSlices(s"$wrong", 1, 2))
        // One slice is the same as one piece.
        val one = sliced(database, log, 1, single)()
        running(one.start(0)(() => ())): slice =>
          slice.await(log.durable, 60.seconds)
          moveAll(log, 5): Unit
          assert(ended(whole).isInstanceOf[ProjectionError.Fenced])

  private def identityOf(projection: SlicedProjection[?]): UUID =
    // Some fail if others store it at the same time, and are asked again.
    var attempts = 0
    while projection.database.isEmpty do
      attempts += 1
      try projection.identify()
      catch case failed: SQLException => if attempts > 1000 then throw failed
    projection.database.get.id

  test("a database has one identity, whoever asks first, and no other database has it"):
    val kinds = Vector[() => TestDatabase](
      () => TestDatabase.Sqlite(),
      () => TestDatabase.Postgresql(),
      () => TestDatabase.Mariadb()
    )
    for open <- kinds do
      val (database, other) = (open(), TestDatabase.Sqlite())
      try
        withLog: log =>
          def of(database: TestDatabase, name: String) = identityOf(sliced(database, log, 2, Moves.projection(name))())
          val found                                    = ConcurrentLinkedQueue[UUID]()
          val all                                      = Vector.tabulate(8): at =>
            Thread.ofPlatform.start(() => found.add(of(database, s"identity-${at % 4}")): Unit)
          all.foreach(_.join())
          assertEquals(found.size, 8)
          assertEquals(found.toArray.toSet.size, 1)
          // Nothing else is stored: a node that is refused leaves no version behind.
          assertEquals(SqlProjection.versions(() => database.connect(), "identity-1"), Vector.empty)
          sliced(database, log, 2, Moves.projection("identity-1"))().prepare()
          SqlProjection.forget(() => database.connect(), "identity-1", 1)
          assertEquals(of(database, "identity-1"), found.peek)
          assertNotEquals(of(other, "identity-1"), found.peek)
      finally
        database.close()
        other.close()

  test("another number of slices is noticed before anything is stored"):
    using: (database, log) =>
      sliced(database, log, 3)().prepare()
      val wrong = sliced(database, log, 4)()
      wrong.identify()
      assertEquals(wrong.refused, Some(ProjectionError.OtherSlices(wrong.toString, 3, 4)))
      assert(wrong.database.nonEmpty)

  test("a version that was there when a node looked, and is forgotten before a slice starts, does not begin again"):
    using: (database, log) =>
      sliced(database, log, 2)().prepare()
      val later = sliced(database, log, 2)()
      later.identify()
      SqlProjection.forget(() => database.connect(), "moves", 1)
      later.prepare()
      for slice <- Vector(0, 1) do assert(ended(later.start(slice)(() => ())).isInstanceOf[ProjectionError.Forgotten])
      assertEquals(SqlProjection.versions(() => database.connect(), "moves"), Vector.empty)

  test("a slice whose connections lead to another database later is refused, and stores nothing there"):
    using: (database, log) =>
      using: (other, _) =>
        @volatile var now: TestDatabase = database
        val projection                  =
          new SlicedProjection(log, Moves.projection(), 2, () => now.connect(), quick, plain)
        projection.identify()
        projection.prepare()
        val elsewhere = sliced(other, log, 2)()
        elsewhere.identify()
        elsewhere.prepare()
        val last = moveAll(log, 30)
        now = other
        for slice <- Vector(0, 1) do
          ended(projection.start(slice)(() => ())) match
            case ProjectionError.OtherDatabase(_, own, known) =>
              assertEquals(own, elsewhere.database.get.toString)
              assertEquals(known, s"${projection.database.get}, as when it was started")
            case error => fail(error.message)
        assertEquals(lines(other), Map.empty)
        now = database
        val runs = start(projection)
        runs.foreach(_.await(last, 60.seconds))
        runs.foreach(_.close())
        assertEquals(lines(other), Map.empty)

  test("a database that was restored from a backup is the same, also from one that was made before it had an identity"):
    using: (database, log) =>
      val projection = sliced(database, log, 2)()
      val identity   = identityOf(projection)
      projection.prepare()
      val runs = start(projection)
      runs.foreach(_.await(moveAll(log, 30), 60.seconds))
      runs.foreach(_.close())
      // An older backup has neither the identity nor the slices.
      for sql <- Vector("delete from brine_projections where name like '%/%'", "delete from lines_1") do
        database(connection => connection.createStatement().execute(sql): Unit)
      val again = start(projection)
      again.foreach(_.await(log.durable, 60.seconds))
      again.foreach(_.close())
      assertEquals(identityOf(sliced(database, log, 2)()), identity)
      assertEquals(lines(database), Moves.fold(log.readQuery[Move](Query.category("line")).toVector.toOption.get))

  test("versions are as far as their last slice, and are forgotten whole"):
    using: (database, log) =>
      val connect    = () => database.connect()
      val projection = sliced(database, log, 3)()
      val first      = projection.start(0)(() => ())
      first.await(moveAll(log, 40), 60.seconds)
      assertEquals(SqlProjection.versions(connect, "moves"), Vector(ProjectionVersion(1, Offset.Begin, false)))
      val others = Vector(1, 2).map(projection.start(_)(() => ()))
      eventually("not all have caught up")(SqlProjection.currentVersion(connect, "moves").contains(1))
      SqlProjection.forget(connect, "moves", 1)
      assertEquals(SqlProjection.versions(connect, "moves"), Vector.empty)
      moveAll(log, 40): Unit
      (first +: others).foreach(one => assert(ended(one).isInstanceOf[ProjectionError.Fenced]))
      // What was started before does not begin again, and what is started now does.
      assert(ended(projection.start(0)(() => ())).isInstanceOf[ProjectionError.Forgotten])
      assertEquals(SqlProjection.versions(connect, "moves"), Vector.empty)
      database(connection => connection.createStatement().execute("delete from lines_1"): Unit)
      val again = start(sliced(database, log, 3)())
      again.foreach(_.await(log.durable, 60.seconds))
      assertEquals(again.map(_.status.applied).sum, 80L)
      again.foreach(_.close())

  test("a version is divided by a multiple alone"):
    using: (database, log) =>
      val connect                            = () => database.connect()
      def refused(version: Int, slices: Int) =
        intercept[IllegalArgumentException](SqlProjection.divide(connect, "moves", version, slices)).getMessage
      assert(refused(1, 2).contains("no version 1"))
      sliced(database, log, 4)().prepare()
      assert(refused(1, 6).contains("has 4 slices, which cannot become 6"))
      assert(refused(1, 2).contains("has 4 slices, which cannot become 2"))
      assert(refused(1, 1025).contains("1 to 1024"))
      SqlProjection.divide(connect, "moves", 1, 4)
      SqlProjection.divide(connect, "moves", 1, 1024)
      val all = sliced(database, log, 1024)()
      all.prepare()
      assertEquals(all.refused, None)

  test("no connection is refused with what to do"):
    val none: () => Connection = () => null
    for body <- Vector[() => Any](
        () => SqlProjection.divide(none, "moves", 1, 2),
        () => SqlProjection.forget(none, "moves", 1),
        () => SqlProjection.versions(none, "moves")
      )
    do
      val error = intercept[NullPointerException](body())
      assert(error.getMessage.contains("must return one"), error.getMessage)
    withLog: log =>
      running(SqlProjection.start(log, Moves.projection(), none, quick)(plain)): whole =>
        eventually("it does not say so")(whole.status.failure.exists(_.message.contains("must return one")))
        assert(intercept[NullPointerException](whole.at(Offset.Begin, 1.seconds)(null)).getMessage.contains("read"))

  test("a slice without records is closed while it looks through a long log"):
    using: (database, log) =>
      val stream = "line-1"
      val looked = CountDownLatch(1)
      val gate   = CountDownLatch(1)
      log.append(stream, Move(1)).await(): Unit
      for number <- 2 to 1000 do log.append(stream, Move(number)): Unit
      @volatile var keys = 0
      val definition     = Moves
        .projection()
        .withKey: (stream, _) =>
          keys += 1
          if keys == 10 then
            looked.countDown()
            gate.await()
          stream
      val projection = sliced(database, log, 2, definition)()
      val empty      = projection.start(1 - projection.sliceOf(stream))(() => ())
      looked.await()
      val closing = Thread.ofVirtual.start(() => empty.close())
      eventually("it is not closing")(closing.getState == Thread.State.WAITING)
      gate.countDown()
      closing.join()
      assertEquals(empty.status.end.map(_.getClass), Some(classOf[ProjectionError.Closed]))
      assert(keys < 1000, keys)
