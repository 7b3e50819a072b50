package brine.entity.erasure

import brine.journal.testkit.FaultStorage
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** The files of a key folder; `search.KeyFolderSearchSuite` has their random programs. */
class KeyFolderSuite extends FunSuite, ErasureBase:
  private val folder = Path.of("/keys")

  private def files(path: Path): Vector[Path] =
    closing(Files.walk(path))(_.iterator.asScala.filter(Files.isRegularFile(_)).toVector.sorted)

  private def has(path: Path, part: Array[Byte]): Boolean =
    files(path).filterNot(_.endsWith("lock")).exists(file => ErasureBase.contains(Files.readAllBytes(file), part))

  test("keys and marks are there after a restart"):
    withPath: path =>
      val (ada, bob) = closing(Keys.open(path))(keys => (keys.seal("ada", "Ada"), keys.seal("bob", "Bob")))
      closing(Keys.open(path)): keys =>
        assertEquals(List(keys.open(ada), keys.open(bob)), List(Opened.Value("Ada"), Opened.Value("Bob")))
        assertEquals(keys.seal("ada", "again").key, ada.key)
        keys.forget("ada"): Unit
      closing(Keys.open(path)): keys =>
        assertEquals(List(keys.open(ada), keys.open(bob)), List(Opened.Forgotten("ada"), Opened.Value("Bob")))
        assertEquals(keys.forgotten.map(_.subject), Vector("ada"))

  test("forgetting removes the key from all files, and keeps those of others in the same file"):
    withPath: path =>
      val subjects = ErasureBase.neighbours(3)
      closing(KeyFolder.open(path)): store =>
        val keys = subjects.map(subject => store.getOrCreate(subject).keys.head)
        keys.foreach(key => assert(has(path, key.bytes)))
        store.forget(subjects(1)): Unit
        assertEquals(keys.map(key => has(path, key.bytes)), Vector(true, false, true))
        assertEquals(store.get(subjects(0)).keys.map(_.number), Vector(keys(0).number))
        assertEquals(store.get(subjects(2)).keys.map(_.number), Vector(keys(2).number))

  test("only the owner may look into the folder"):
    withPath: path =>
      if path.getFileSystem.supportedFileAttributeViews.contains("posix") then
        closing(KeyFolder.open(path.resolve("a/keys"))): _ =>
          val permissions = Files.getPosixFilePermissions(path.resolve("a/keys"))
          assertEquals(PosixFilePermissions.toString(permissions), "rwx------")

  test("one process at a time, and a lock that was lost is noticed"):
    withPath: path =>
      closing(Keys.open(path)): keys =>
        assertEquals(error(Keys.open(path)), ErasureError.Locked(path.toString))
        Files.delete(path.resolve("lock"))
        def lost =
          try
            keys.seal(s"p-${System.nanoTime}", 1): Unit
            false
          catch case failed: ErasureException => failed.error == ErasureError.LostLock(path.toString)
        val until = System.nanoTime + 20_000_000_000L
        while !lost do assert(System.nanoTime < until)

  test("keys in memory are not used any more after the lock was lost, or the folder was closed"):
    withPath: path =>
      val store = KeyFolder.open(path)
      closing(Keys.over(store)): keys =>
        val value = keys.seal("ada", "Ada")
        Files.delete(path.resolve("lock"))
        // Another process opens the folder, and forgets the subject.
        def isLost =
          try keys.open(value) != Opened.Value("Ada")
          catch case failed: ErasureException => failed.error == ErasureError.LostLock(path.toString)
        val until = System.nanoTime + 20_000_000_000L
        while !isLost do assert(System.nanoTime < until)
        assertEquals(keys.inMemory, 0)
        assertEquals(error(keys.seal("ada", "again")), ErasureError.LostLock(path.toString))
        assertEquals(error(keys.isForgotten("ada")), ErasureError.LostLock(path.toString))
        store.close()
        assert(error(keys.open(value)).isInstanceOf[ErasureError.Closed])
      val other = KeyFolder.open(path)
      closing(Keys.over(other)): keys =>
        val value = keys.seal("ada", "Ada")
        other.close()
        assert(error(keys.open(value)).isInstanceOf[ErasureError.Closed])

  test("keys of a backup that is restored beside newer marks are removed, and listed"):
    withPath: path =>
      val subjects = ErasureBase.neighbours(3)
      val values   = closing(Keys.open(path))(keys => subjects.map(subject => keys.seal(subject, subject)))
      val backup   = files(path.resolve("keys")).map(file => file -> Files.readAllBytes(file))
      val later    = closing(Keys.open(path)): keys =>
        keys.forget(subjects(0)): Unit
        keys.forget(subjects(1)): Unit
        assert(keys.readmit(subjects(1)))
        Vector(keys.seal(subjects(1), "again"), keys.seal("new", "new"))
      backup.foreach((file, bytes) => Files.write(file, bytes))
      closing(KeyFolder.open(path)): store =>
        assertEquals(store.removedAgain.map(_.subject).toSet, subjects.take(2).toSet)
        closing(Keys.over(store)): keys =>
          assertEquals(values.take(2).map(keys.open(_)), subjects.take(2).map(Opened.Forgotten(_)))
          assertEquals(keys.open(values(2)), Opened.Value(subjects(2)))
          // The backup does not have the key that was made since, and that is not taken for being forgotten.
          assertEquals(error(keys.open(later(0))), ErasureError.MissingKey(subjects(1), later(0).key))
          assertEquals(keys.open(later(1)), Opened.Value("new"))
          assertEquals(keys.open(keys.seal(subjects(1), "once more")), Opened.Value("once more"))
          assertEquals(error(keys.open(later(0))), ErasureError.MissingKey(subjects(1), later(0).key))
      closing(KeyFolder.open(path))(store => assertEquals(store.removedAgain, Vector.empty))

  test("a key that was missing when its subject was forgotten is removed if it comes back after a readmission"):
    withPath: path =>
      val subject = "subject-0"
      val file    = path.resolve(s"keys/${internal.StoredKeys.shardOf(subject)}")
      closing(Keys.open(path))(_.seal("subject-0", "first"): Unit)
      val older = Files.readAllBytes(file)
      val lost  = closing(Keys.open(path)): keys =>
        keys.rotate(subject)
        keys.seal(subject, "lost")
      val newer = Files.readAllBytes(file)
      Files.write(file, older)
      val later = closing(Keys.open(path)): keys =>
        assertEquals(error(keys.open(lost)), ErasureError.MissingKey(subject, lost.key))
        keys.forget(subject): Unit
        assert(keys.readmit(subject))
        keys.seal(subject, "later")
      val newest = Files.readAllBytes(file)
      Files.write(file, newer)
      closing(KeyFolder.open(path)): store =>
        assertEquals(store.removedAgain.map(_.subject), Vector(subject))
        assert(store.removedAgain.head.keys.contains(lost.key))
        closing(Keys.over(store)): keys =>
          assertEquals(keys.open(lost), Opened.Forgotten(subject))
          assertEquals(error(keys.open(later)), ErasureError.MissingKey(subject, later.key))
      // The key of after the readmission stays when it is restored, and goes with the next forgetting.
      Files.write(file, newest)
      closing(Keys.open(path)): keys =>
        assertEquals(keys.open(later), Opened.Value("later"))
        keys.forget(subject): Unit
        assert(keys.readmit(subject))
      Files.write(file, newest)
      closing(Keys.open(path))(keys => assertEquals(keys.open(later), Opened.Forgotten(subject)))

  test("what a crash has left of a new file is deleted"):
    withPath: path =>
      val shard = internal.StoredKeys.shardOf("ada")
      closing(Keys.open(path))(_.seal("ada", "Ada"): Unit)
      val left = path.resolve(s"keys/$shard.new")
      Files.write(left, Array[Byte](1, 2, 3))
      closing(Keys.open(path)): keys =>
        assert(!Files.exists(left))
        // Also while it runs.
        Files.write(left, Array[Byte](1, 2, 3))
        keys.forget("ada"): Unit
        assert(!Files.exists(left))
        Files.write(left, Array[Byte](1, 2, 3))
        keys.forget("ada"): Unit
        assert(!Files.exists(left))

  /** Keys of a plain folder with a mark, and of one with a master key. */
  private def filled(settings: KeyFolderSettings): (FaultStorage, Vector[String]) =
    val disk     = FaultStorage()
    val subjects = ErasureBase.neighbours(3)
    closing(KeyFolder.open(folder, settings, disk)): store =>
      subjects.foreach(store.getOrCreate(_): Unit)
      store.forget(subjects.last): Unit
    (disk, subjects)

  private def mustBeDamaged(disk: FaultStorage, subjects: Vector[String], file: Path, what: => String): Unit =
    // Or a key might be made again, and take the place of one that is lost.
    error(closing(KeyFolder.open(folder, master, disk))(store => subjects.map(store.getOrCreate(_)))) match
      case ErasureError.Damaged(named, _) => assertEquals(named, file.toString, what)
      case other                          => fail(s"$what: $other")

  private val master = KeyFolderSettings.defaults.withMaster(MasterKey.of("main", Array.fill[Byte](32)(7)))

  test("a file that ends too early is an error, wherever it ends"):
    val (disk, subjects) = filled(master)
    for
      file <- disk.files.filterNot(_.endsWith("lock"))
      size <- disk.bytes(file).indices
    do
      val damaged = disk.processKill()
      damaged.cutShort(file, size)
      mustBeDamaged(damaged, subjects, file, s"$file, $size bytes")

  test("a file that is missing is an error when the folder is opened, which names it; it can be accepted"):
    val (disk, _) = filled(master)
    val gone      = disk.files.filterNot(file => file.endsWith("lock") || file.endsWith("masters"))
    assertEquals(gone.map(_.getFileName.toString).count(_ == "list"), 2)
    for file <- gone do
      val without = disk.processKill()
      without.delete(file)
      for _ <- 1 to 2 do
        assertEquals(error(KeyFolder.open(folder, master, without)), ErasureError.MissingFile(file.toString, 0))
      KeyFolder.open(folder, master.withAcceptsMissing(true), without).close()
      KeyFolder.open(folder, master, without).close()

  test("a folder that is missing is an error, and more than one file that is missing"):
    val (disk, subjects) = filled(master)
    closing(KeyFolder.open(folder, master, disk))(store => for n <- 1 to 9 do store.getOrCreate(s"more-$n"): Unit)
    for part <- Vector("keys", "forgotten") do
      val without = disk.processKill()
      disk.files.filter(_.startsWith(folder.resolve(part))).foreach(without.delete)
      error(KeyFolder.open(folder, master, without)) match
        case ErasureError.MissingFile(file, 0) => assertEquals(file, s"/keys/$part/list")
        case other                             => fail(other.message)
      // The marks, which were not accepted to be missing, are as they were.
      assertEquals(without.files.count(_.startsWith(folder.resolve("forgotten"))), if part == "keys" then 2 else 0)
    val without = disk.processKill()
    val shards  = disk.files.filter(file => file.startsWith(folder.resolve("keys")) && !file.endsWith("list"))
    assert(shards.size > 5)
    shards.foreach(without.delete)
    assertEquals(
      error(KeyFolder.open(folder, master, without)),
      ErasureError.MissingFile(shards.map(_.toString).min, shards.size - 1)
    )
    // Nothing is made in place of what is lost before somebody says so.
    assertEquals(without.files.count(_.startsWith(folder.resolve("keys"))), 1)
    closing(KeyFolder.open(folder, master.withAcceptsMissing(true), without)): store =>
      assertEquals(store.get(subjects.head).keys, Vector.empty)
      assertEquals(store.forgotten.map(_.subject), Vector(subjects.last))

  test("a file that goes missing while the folder is open is an error, and no key takes the place of one that is lost"):
    withPath: path =>
      val file = path.resolve(s"keys/${internal.StoredKeys.shardOf("ada")}")
      closing(Keys.open(path, settings = KeysSettings.defaults.withSubjectsInMemory(0))): keys =>
        val value  = keys.seal("ada", "Ada")
        val backup = Files.readAllBytes(file)
        Files.delete(file)
        val calls = Vector[() => Any](
          () => keys.open(value),
          () => keys.seal("ada", "again"),
          () => keys.rotate("ada"),
          () => keys.forget("ada")
        )
        for call <- calls do assertEquals(error(call()), ErasureError.MissingFile(file.toString, 0))
        Files.write(file, backup)
        assertEquals(keys.open(value), Opened.Value("Ada"))

  test("files that were swapped are an error when the folder is opened"):
    withPath: path =>
      closing(Keys.open(path))(keys => Vector("ada", "bob").foreach(keys.seal(_, "x"): Unit))
      val Vector(one, two) = files(path.resolve("keys")).filterNot(_.endsWith("list")): @unchecked
      val bytes            = Files.readAllBytes(one)
      Files.write(one, Files.readAllBytes(two))
      Files.write(two, bytes)
      error(Keys.open(path)) match
        case ErasureError.Damaged(file, reason) =>
          val other = if file == one.toString then two else one
          assert(reason.contains(s"'${other.getFileName}'"), reason)
        case other => fail(other.message)

  test("a file with a bit that flipped is an error"):
    val (disk, subjects) = filled(master)
    for
      file <- disk.files.filterNot(_.endsWith("lock"))
      at   <- disk.bytes(file).indices
    do
      val damaged = disk.processKill()
      damaged.flipBit(file, at, at % 8)
      mustBeDamaged(damaged, subjects, file, s"$file, byte $at")

  test("with a master key, no file has a key, and without it none can be read"):
    withPath: path =>
      val secret = Array.tabulate[Byte](32)(_.toByte)
      val main   = MasterKey.of("main", secret)
      val under  = KeyFolderSettings.defaults.withMaster(main)
      val value  = closing(Keys.open(path, under))(_.seal("ada", "Ada"))
      closing(KeyFolder.open(path, under))(store => assert(!has(path, store.get("ada").keys.head.bytes)))
      closing(Keys.open(path, under))(keys => assertEquals(keys.open(value), Opened.Value("Ada")))
      // Further keys would be plain.
      intercept[IllegalArgumentException](
        Keys.open(path, KeyFolderSettings.defaults.withFormer(java.util.List.of(main)))
      )
      assertEquals(error(Keys.open(path)), ErasureError.UnknownMasterKey(path.resolve("masters").toString, "main"))
      // Noticed before it makes a key that nobody can read later.
      val other = KeyFolderSettings.defaults.withMaster(MasterKey.of("main", secret.reverse))
      assertEquals(error(Keys.open(path, other)), ErasureError.WrongMasterKey(path.resolve("masters").toString, "main"))
      // Also if only the keys were restored from a backup.
      Files.delete(path.resolve("masters"))
      assert(error(Keys.open(path, other)).isInstanceOf[ErasureError.WrongMasterKey])
      closing(Keys.open(path, under))(keys => assertEquals(keys.open(value), Opened.Value("Ada")))

  test(
    "a master key that cannot decrypt what it encrypts makes no key, and what it does with its arrays changes nothing"
  ):
    withPath: path =>
      val real = MasterKey.of("main", Array.fill[Byte](32)(3))
      final class Service(wraps: Array[Byte] => Array[Byte]) extends MasterKey:
        def name: String                                                    = "main"
        def wrap(key: Array[Byte], context: Array[Byte]): Array[Byte]       = wraps(real.wrap(key, context))
        def unwrap(wrapped: Array[Byte], context: Array[Byte]): Array[Byte] =
          val key = real.unwrap(wrapped, context)
          java.util.Arrays.fill(wrapped, 0.toByte)
          java.util.Arrays.fill(context, 0.toByte)
          key
      val sound = KeyFolderSettings.defaults.withMaster(Service(identity))
      val value = closing(Keys.open(path, sound))(_.seal("ada", "Ada"))
      for broken <- Vector[Array[Byte] => Array[Byte]](_.drop(1), bytes => bytes.updated(3, (bytes(3) ^ 1).toByte)) do
        closing(Keys.open(path, KeyFolderSettings.defaults.withMaster(Service(broken)))): keys =>
          assert(error(keys.seal("bob", "Bob")).isInstanceOf[ErasureError.MasterKeyFailed])
      closing(Keys.open(path, sound)): keys =>
        assertEquals(keys.open(value), Opened.Value("Ada"))
        assertEquals(keys.open(keys.seal("bob", "Bob")), Opened.Value("Bob"))

  test("keys of one subject that are moved to another one are refused with a master key"):
    withPath: path =>
      val Vector(ada, bob) = ErasureBase.neighbours(2): @unchecked
      val under            = KeyFolderSettings.defaults.withMaster(MasterKey.of("main", Array.fill[Byte](32)(1)))
      closing(KeyFolder.open(path, under))(store => store.getOrCreate(ada): Unit)
      val file   = path.resolve(s"keys/${internal.StoredKeys.shardOf(ada)}")
      val forged = internal.ForgedKeys.renamed(file, Files.readAllBytes(file), bob)
      Files.write(file, forged)
      closing(KeyFolder.open(path, under)): store =>
        assertEquals(error(store.get(bob)), ErasureError.WrongMasterKey(file.toString, "main"))

  test("plain keys get a master key, and keys another one; nothing of the former is left"):
    withPath: path =>
      val subjects = Vector.tabulate(5)(number => s"p-$number")
      val values   = closing(Keys.open(path))(keys => subjects.map(subject => keys.seal(subject, subject)))
      val first    = MasterKey.of("first", Array.fill[Byte](32)(1))
      val second   = MasterKey.of("second", Array.fill[Byte](32)(2))
      def opened(settings: KeyFolderSettings) =
        closing(Keys.open(path, settings))(keys => values.map(value => keys.open(value).toOption.getOrElse("")))

      val one   = KeyFolderSettings.defaults.withMaster(first)
      val plain = closing(KeyFolder.open(path))(store => subjects.map(subject => store.get(subject).keys.head.bytes))
      error(opened(one)) match
        case ErasureError.PlainKey(_) => ()
        case other                    => fail(other.toString)
      closing(KeyFolder.open(path, one.withReadsPlain(true))): store =>
        assertEquals(store.rewrap(), 5L)
        assertEquals(store.rewrap(), 0L)
      assertEquals(opened(one), subjects)
      assert(!plain.exists(has(path, _)))

      val two = KeyFolderSettings.defaults.withMaster(second)
      val old = files(path.resolve("keys")).map(file => file -> Files.readAllBytes(file))
      assertEquals(opened(two.withFormer(java.util.List.of(first))), subjects)
      closing(KeyFolder.open(path, two.withFormer(java.util.List.of(first))))(store => assertEquals(store.rewrap(), 5L))
      assertEquals(opened(two), subjects)
      // An older backup of the keys is of no use without the former master key.
      old.foreach((file, bytes) => Files.write(file, bytes))
      error(opened(two)) match
        case ErasureError.UnknownMasterKey(_, "first") => ()
        case other                                     => fail(other.toString)

  test("keys of a readmitted subject stay when they are encrypted again"):
    withPath: path =>
      val value = closing(Keys.open(path)): keys =>
        keys.forget("ada"): Unit
        assert(keys.readmit("ada"))
        keys.seal("ada", "Ada")
      val settings = KeyFolderSettings.defaults.withMaster(MasterKey.of("main", Array.fill[Byte](32)(1)))
      closing(KeyFolder.open(path, settings.withReadsPlain(true)))(store => assertEquals(store.rewrap(), 1L))
      closing(Keys.open(path, settings))(keys => assertEquals(keys.open(value), Opened.Value("Ada")))

  test("what fails while keys are encrypted again names the master key, the file and the subject, and is continued"):
    withPath: path =>
      val subjects = Vector.tabulate(4)(number => s"p-$number")
      val real     = MasterKey.of("next", Array.fill[Byte](32)(2))
      val values   = closing(Keys.open(path))(keys => subjects.map(subject => keys.seal(subject, subject)))
      var left     = 5 // calls: two for the check, two for each key
      object Service extends MasterKey:
        def name: String                                              = "next"
        def wrap(key: Array[Byte], context: Array[Byte]): Array[Byte] =
          left -= 1
          if left < 0 then throw IllegalStateException("unreachable") else real.wrap(key, context)
        def unwrap(wrapped: Array[Byte], context: Array[Byte]): Array[Byte] =
          left -= 1
          if left < 0 then throw IllegalStateException("unreachable") else real.unwrap(wrapped, context)
      val settings = KeyFolderSettings.defaults.withMaster(Service).withReadsPlain(true)
      closing(KeyFolder.open(path, settings)): store =>
        error(store.rewrap()) match
          case failed @ ErasureError.MasterKeyFailed(file, "next", subject, cause) =>
            assertEquals(file, path.resolve(s"keys/${internal.StoredKeys.shardOf(subject)}").toString)
            assert(subjects.contains(subject), subject)
            assertEquals(cause.getMessage, "unreachable")
            assert(failed.message.contains(subject) && failed.message.contains(file), failed.message)
          case other => fail(other.message)
        left = Int.MaxValue
        assertEquals(store.rewrap(), 3L)
      closing(Keys.open(path, KeyFolderSettings.defaults.withMaster(Service))): keys =>
        assertEquals(values.map(keys.open(_)), subjects.map(Opened.Value(_)))
        left = 0
        error(keys.seal("other", 1)) match
          case ErasureError.MasterKeyFailed(_, "next", "other", _) => ()
          case other                                               => fail(other.message)

  test("a master key of the user that fails or breaks its rules"):
    final class Service(made: => Array[Byte]) extends MasterKey:
      def name: String                                                    = "service"
      def wrap(key: Array[Byte], context: Array[Byte]): Array[Byte]       = made
      def unwrap(wrapped: Array[Byte], context: Array[Byte]): Array[Byte] = made
    def message(made: => Array[Byte], disk: FaultStorage = FaultStorage()) =
      error(KeyFolder.open(folder, KeyFolderSettings.defaults.withMaster(Service(made)), disk)) match
        case failed @ ErasureError.MasterKeyFailed("/keys/masters", "service", "", _) => failed.message
        case other                                                                    => fail(other.message)
    assert(message(throw IllegalStateException("unreachable")).contains("unreachable"))
    assert(message(throw java.security.InvalidKeyException("expired")).contains("expired"))
    assert(message(null).contains("returned null"))
    // It can be opened again afterwards: the lock was released.
    val disk = FaultStorage()
    assert(message(throw IllegalStateException("unreachable"), disk).nonEmpty)
    closing(KeyFolder.open(folder, storage = disk))(_.getOrCreate("ada"): Unit)
