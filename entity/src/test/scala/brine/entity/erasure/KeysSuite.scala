package brine.entity.erasure

import brine.codec.Codec
import java.nio.ByteBuffer
import java.nio.file.Files
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** Sealing, opening, forgetting, rotating; errors of values and of stores. */
class KeysSuite extends FunSuite, ErasureBase:
  test("values of a forgotten subject are forgotten, those of others are not"):
    withKeys(): keys =>
      val ada  = keys.seal("ada", "Ada")
      val mail = keys.seal("ada", List(1, 2, 3))
      val bob  = keys.seal("bob", "Bob")
      assertEquals(keys.open(ada), Opened.Value("Ada"))
      assertEquals(keys.open(mail), Opened.Value(List(1, 2, 3)))
      assert(!keys.isForgotten("ada"))
      val forgotten = keys.forget("ada")
      assertEquals((forgotten.subject, forgotten.keys), ("ada", Vector(ada.key)))
      assertEquals(keys.open(ada), Opened.Forgotten("ada"))
      assertEquals(keys.open(mail), Opened.Forgotten("ada"))
      assertEquals(keys.open(bob), Opened.Value("Bob"))
      assert(keys.isForgotten("ada") && !keys.isForgotten("bob"))
      assertEquals(keys.forgotten, Vector(forgotten))
      assertEquals(keys.forget("ada"), forgotten)

  test("a forgotten subject gets no key, unless it is readmitted; its earlier values stay forgotten"):
    withKeys(): keys =>
      val before = keys.seal("ada", "Ada")
      keys.forget("ada"): Unit
      assertEquals(error(keys.seal("ada", "Ada")), ErasureError.Forgotten("ada"))
      assertEquals(error(keys.rotate("ada")), ErasureError.Forgotten("ada"))
      assert(keys.readmit("ada"))
      assert(!keys.readmit("ada"))
      assertEquals(keys.forgotten, Vector.empty)
      val after = keys.seal("ada", "Ada")
      assertEquals(keys.open(after), Opened.Value("Ada"))
      assertEquals(keys.open(before), Opened.Forgotten("ada"))
      assertEquals(keys.forget("ada").keys, Vector(before.key, after.key))

  test("a subject that has no key can be forgotten"):
    withKeys(): keys =>
      assertEquals(keys.forget("nobody").keys, Vector.empty)
      assertEquals(error(keys.seal("nobody", 1)), ErasureError.Forgotten("nobody"))
      assert(!keys.readmit("other"))

  test("after a rotation new values have a new key, and old ones are still opened; both are forgotten"):
    withKeys(): keys =>
      val old = keys.seal("ada", "old")
      keys.rotate("ada")
      val fresh = keys.seal("ada", "new")
      assertNotEquals(fresh.key, old.key)
      assertEquals(List(keys.open(old), keys.open(fresh)), List(Opened.Value("old"), Opened.Value("new")))
      keys.forget("ada"): Unit
      assertEquals(List(keys.open(old), keys.open(fresh)), List.fill(2)(Opened.Forgotten("ada")))

  test("a key that others have made since is found"):
    withPath: path =>
      closing(KeyFolder.open(path)): folder =>
        val first = Keys.over(folder)
        val other = Keys.over(folder)
        assertEquals(other.open(first.seal("ada", 1)), Opened.Value(1))
        first.rotate("ada")
        assertEquals(other.open(first.seal("ada", 2)), Opened.Value(2))

  test("a key is rotated by itself after its most values"):
    withKeys(KeysSettings.defaults.withValuesPerKey(3)): keys =>
      val values = Vector.tabulate(10)(number => keys.seal("ada", number))
      assertEquals(values.groupBy(_.key).values.map(_.size).toVector.sorted, Vector(1, 3, 3, 3))
      values.zipWithIndex.foreach((value, number) => assertEquals(keys.open(value), Opened.Value(number)))

  test("a value that was changed at any bit is an error, and never another value"):
    withKeys(): keys =>
      val value  = keys.seal("ada", "Ada Byron")
      val number = value.key
      for
        at  <- value.box.indices
        bit <- 0 until 8
      do
        val box = value.box.clone
        box(at) = (box(at) ^ (1 << bit)).toByte
        error(keys.open(new Sealed[String]("ada", box))) match
          case ErasureError.Malformed(_) if at == 0                   => ()
          case ErasureError.MissingKey("ada", _) if at >= 1 && at < 5 => ()
          case ErasureError.Tampered("ada", `number`) if at >= 5      => ()
          case other                                                  => fail(s"bit $bit of byte $at: $other")
      for length <- internal.Box.Smallest until value.box.length do
        error(keys.open(new Sealed[String]("ada", value.box.take(length)))) match
          case ErasureError.Tampered("ada", _) => ()
          case other                           => fail(s"$length bytes: $other")

  test("a value that was moved to another subject or key is an error"):
    withKeys(): keys =>
      val value = keys.seal("ada", "Ada")
      keys.rotate("ada")
      val other = keys.seal("ada", "other").key
      keys.seal("bob", "Bob"): Unit
      assertEquals(error(keys.open(new Sealed[String]("bob", value.box))), ErasureError.MissingKey("bob", value.key))
      val moved = ByteBuffer.wrap(value.box.clone).putInt(1, other).array
      assertEquals(error(keys.open(new Sealed[String]("ada", moved))), ErasureError.Tampered("ada", other))
      assertEquals(error(keys.open(new Sealed[String]("eve", value.box))), ErasureError.MissingKey("eve", value.key))

  test("the cipher itself refuses another subject and another number, even with the same key"):
    val bytes = Array.tabulate(SubjectKey.Size)(_.toByte)
    val same  = Vector(SubjectKey(6, bytes), SubjectKey(5, bytes))
    val keys  = Keys.over(FixedStore(SubjectKeys(same, Set.empty, isForgotten = false)))
    val value = keys.seal("ada", "Ada")
    assertEquals(keys.open(value), Opened.Value("Ada"))
    assertEquals(error(keys.open(new Sealed[String]("bob", value.box))), ErasureError.Tampered("bob", 5))
    val moved = ByteBuffer.wrap(value.box.clone).putInt(1, 6).array
    assertEquals(error(keys.open(new Sealed[String]("ada", moved))), ErasureError.Tampered("ada", 6))

  test("the longest name of a subject is the id of an entity"):
    withKeys(): keys =>
      val subject = "x" * Keys.LongestSubject
      assertEquals(keys.open(keys.seal(subject, 1)), Opened.Value(1))
      assertEquals(Customers.stream(subject), s"customer-$subject")

  test("arguments and values that are none"):
    withKeys(): keys =>
      val empty = intercept[IllegalArgumentException](keys.seal("", 1)).getMessage
      assertEquals(empty, "the name of a subject has 1 to 512 characters, not 0")
      val long = intercept[IllegalArgumentException](keys.seal("x" * 513, 1)).getMessage
      assert(long.contains("1 to 512 characters, not 513"), long)
      intercept[IllegalArgumentException](keys.seal("\ud800", 1)): Unit
      intercept[NullPointerException](keys.seal(null, 1)): Unit
      intercept[NullPointerException](keys.open[Int](null)): Unit
      error(keys.seal[String]("ada", null)) match
        case ErasureError.Unencodable("ada", _) => ()
        case other                              => fail(other.toString)
      val throws = Codec[Int].imap[String](_.toString)(_ => throw IllegalStateException("no"))
      assert(error(keys.seal("ada", "x")(using throws)).message.contains("IllegalStateException"))
      // None of these has made a key.
      assertEquals(keys.forget("ada").keys, Vector.empty)

  test("keys of few subjects are in memory, the others are read again; none of a forgotten one"):
    withKeys(KeysSettings.defaults.withSubjectsInMemory(2)): keys =>
      val values = Vector.tabulate(5)(number => keys.seal(s"p-$number", number))
      assertEquals(keys.inMemory, 2)
      values.zipWithIndex.foreach((value, number) => assertEquals(keys.open(value), Opened.Value(number)))
      keys.forget("p-4"): Unit
      assertEquals(keys.inMemory, 1)
    withKeys(KeysSettings.defaults.withSubjectsInMemory(0)): keys =>
      assertEquals(keys.open(keys.seal("p", 1)), Opened.Value(1))
      assertEquals(keys.inMemory, 0)

  test("closed keys do nothing, and hold no key"):
    withPath: path =>
      val keys  = Keys.open(path)
      val value = keys.seal("ada", "Ada")
      keys.close()
      keys.close()
      assertEquals(keys.inMemory, 0)
      List(() => keys.seal("ada", "x"), () => keys.open(value), () => keys.forget("ada"), () => keys.forgotten)
        .foreach: call =>
          error(call()) match
            case ErasureError.Closed(_) => ()
            case other                  => fail(other.toString)
      closing(Keys.open(path))(again => assertEquals(again.open(value), Opened.Value("Ada")))

  test("a store that fails, or breaks its rules, is an error that says so"):
    def of(keys: => SubjectKeys) =
      error(Keys.over(FixedStore(keys)).seal("ada", 1)) match
        case ErasureError.Unavailable(_, cause) => cause
        case other                              => fail(other.toString)
    assertEquals(of(throw IllegalStateException("down")).getMessage, "down")
    assertEquals(of(null).getMessage, "it returned null")
    assertEquals(of(SubjectKeys(Vector.empty, Set.empty, isForgotten = false)).getMessage, "it has made no key")
    intercept[IllegalArgumentException](SubjectKey(1, new Array[Byte](16))): Unit
    intercept[IllegalArgumentException](SubjectKeys(Vector(SubjectKey(1, new Array[Byte](32))), Set.empty, true)): Unit

  test("no text shows a key"):
    withPath: path =>
      closing(KeyFolder.open(path)): folder =>
        val key = folder.getOrCreate("ada")
        assert(key.toString.matches("""SubjectKeys\([0-9a-f]{8}\)"""), key.toString)
        assert(key.keys.head.toString.matches("""SubjectKey\([0-9a-f]{8}\)"""), key.keys.head.toString)
        assertEquals(Keys.over(folder).toString, s"Keys(the key folder $path)")
    val master = MasterKey.of("main", new Array[Byte](32))
    assertEquals(master.toString, "the master key 'main'")
    assert(!KeyFolderSettings.defaults.withMaster(master).toString.contains("[B@"))

  test("a key that was read before it was forgotten is not kept after"):
    withPath: path =>
      closing(KeyFolder.open(path)): folder =>
        val value = Keys.over(folder).seal("ada", "Ada")
        val read  = CountDownLatch(1)
        val gone  = CountDownLatch(1)
        // A thread that is slow between reading the keys and keeping them in memory.
        val slow = new FixedStore(SubjectKeys(Vector.empty, Set.empty, isForgotten = false)):
          override def get(subject: String): SubjectKeys =
            val keys = folder.get(subject)
            if gone.getCount > 0 then
              read.countDown()
              gone.await()
            keys
          override def forget(subject: String): ForgottenSubject = folder.forget(subject)
        val keys   = Keys.over(slow)
        val reader = Thread(() => keys.open(value): Unit)
        reader.start()
        read.await()
        keys.forget("ada"): Unit
        gone.countDown()
        reader.join()
        assertEquals(keys.open(value), Opened.Forgotten("ada"))

  test("once forgetting has returned, no thread opens a value, whatever others do at the same time"):
    withKeys(): keys =>
      for round <- 1 to 50 do
        val subject = s"p-$round"
        val value   = keys.seal(subject, round)
        val running = AtomicInteger(1)
        val wrong   = AtomicReference[String]()
        val opened  = AtomicInteger()
        val readers = Vector.fill(3)(Thread: () =>
          while running.get > 0 do
            keys.open(value) match
              case Opened.Value(`round`) => opened.incrementAndGet(): Unit
              case Opened.Value(other)   => wrong.set(s"$other is not $round")
              case _                     => ()
            // Rotations change what others have in memory.
            try if opened.get % 7 == 0 then keys.rotate(subject)
            catch
              case failed: ErasureException =>
                if !failed.error.isInstanceOf[ErasureError.Forgotten] then wrong.set(failed.getMessage))
        readers.foreach(_.start())
        while opened.get < 20 do Thread.onSpinWait()
        keys.forget(subject): Unit
        for _ <- 1 to 50 do assertEquals(keys.open(value), Opened.Forgotten(subject))
        running.set(0)
        readers.foreach(_.join())
        assertEquals(keys.open(value), Opened.Forgotten(subject))
        assertEquals(wrong.get, null)

  /** Runs this with the thread interrupted, which it must still be afterwards. */
  private def interrupted[A](body: => A): A =
    Thread.currentThread.interrupt()
    try body
    finally assert(Thread.interrupted(), "the interrupt is lost")

  test("an interrupt ends no call"):
    withPath: path =>
      val keys = interrupted(Keys.open(path))
      try
        for number <- 1 to 20 do
          val subject = s"p-$number"
          val value   = interrupted(keys.seal(subject, number))
          assertEquals(interrupted(keys.open(value)), Opened.Value(number))
          interrupted(keys.rotate(subject))
          assertEquals(keys.open(value), Opened.Value(number))
          assertEquals(interrupted(keys.forget(subject)).keys.size, 2)
          assert(interrupted(keys.isForgotten(subject)))
          assertEquals(interrupted(keys.forgotten).size, number)
          assertEquals(keys.open(value), Opened.Forgotten(subject))
          if number % 2 == 0 then
            assert(interrupted(keys.readmit(subject)))
            assert(interrupted(keys.forget(subject)).keys.nonEmpty)
      finally interrupted(keys.close())
      closing(interrupted(Keys.open(path)))(keys => assertEquals(keys.forgotten.size, 20))

  test("interrupts at any time end no call"):
    withPath: path =>
      closing(Keys.open(path)): keys =>
        val problem = AtomicReference[Throwable]()
        val values  = ConcurrentLinkedQueue[(Int, Sealed[Int])]()
        val sealing = Thread.ofPlatform.start: () =>
          try for number <- 1 to 100 do values.add(number -> keys.seal(s"p-$number", number)): Unit
          catch case failed: Throwable => problem.set(failed)
        while sealing.isAlive do
          sealing.interrupt()
          Thread.`yield`()
        assertEquals(problem.get, null)
        assertEquals(values.size, 100)
        values.forEach((number, value) => assertEquals(keys.open(value), Opened.Value(number)))
        val left = Files.walk(path).iterator.asScala.filter(_.toString.endsWith(".new")).toVector
        assertEquals(left, Vector.empty)

  test("a stack that ends leaves no lock locked"):
    withKeys(): keys =>
      val calls                  = AtomicInteger()
      def dive(depth: Int): Unit =
        try dive(depth + 1)
        catch
          case _: StackOverflowError =>
            val number = calls.incrementAndGet()
            if number < 400 then
              try keys.seal(s"p-${number % 5}", number): Unit
              catch case _: (StackOverflowError | ErasureException) => ()
      val body: Runnable = () =>
        try dive(0)
        catch case _: StackOverflowError => ()
      val thread = Thread(null, body, "diver", 256 * 1024)
      thread.start()
      thread.join()
      val other = Thread(() => keys.seal("p-1", 1): Unit)
      other.setDaemon(true)
      other.start()
      other.join(60_000)
      assert(!other.isAlive, "a lock is still locked")

  private class FixedStore(keys: => SubjectKeys) extends KeyStore:
    def get(subject: String): SubjectKeys         = keys
    def getOrCreate(subject: String): SubjectKeys = keys
    def rotate(subject: String): SubjectKeys      = keys
    def forget(subject: String): ForgottenSubject = throw UnsupportedOperationException()
    def readmit(subject: String): Boolean         = throw UnsupportedOperationException()
    def forgotten: Vector[ForgottenSubject]       = Vector.empty
    def close(): Unit                             = ()
