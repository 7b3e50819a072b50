package brine.journal.testkit

import brine.journal.*
import brine.journal.tools.{JournalInfo, Verification}
import java.nio.file.{Files, Path, StandardCopyOption}
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A second process that gets at the files of a journal that another one writes, by every trick. */
class SecondWriterSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  // A process for each name, which opens the journals of all tests: to start one takes longer than any test.
  private val idle = mutable.Map[String, ChildJvm]()

  override def afterAll(): Unit = idle.values.foreach(_.close())

  private def writer(folder: Path, name: String)(body: ChildJvm => Unit): Unit =
    val child = idle.remove(name).getOrElse(ChildJvm.start("brine.journal.testkit.SecondWriter"))
    child.println(s"open $name $folder")
    try body(child)
    catch
      case failure: Throwable => // it is in the middle of something
        child.close()
        throw failure
    idle(name) = child

  private def opens(writer: ChildJvm): Unit = assert(clue(writer.readLine()).startsWith("opened"))

  /** Has a writer close its journal; returns what it printed until then. */
  private def close(writer: ChildJvm): Vector[String] =
    writer.println("close")
    untilEnd(writer)

  private def untilEnd(writer: ChildJvm): Vector[String] =
    val lines = Iterator.continually(writer.readLine()).takeWhile(_ != "end")
    lines.map(line => if line == null then fail("the process of the writer has ended") else line).toVector

  private def closes(writer: ChildJvm): Unit = assert(!clue(close(writer)).exists(_.startsWith("close: ")))

  /** Has a writer append; returns the number of acknowledged appends, and the other answers. */
  private def append(writer: ChildJvm, count: Int): (Int, Vector[String]) =
    writer.println(s"append $count")
    val lines = Iterator.continually(writer.readLine()).takeWhile(line => line != null && line != "done").toVector
    (lines.count(_.startsWith("ack")), lines.filterNot(_.startsWith("ack")))

  private def events(folder: Path, name: String): Int =
    assertEquals(ok(Verification.of(folder)).damages, Vector.empty)
    // Other processes see the last records of one that was not closed once it is opened again.
    Journal.open(folder).close()
    Using.resource(JournalReader.open(folder)): reader =>
      val read = ok(reader.read[String](name).toVector)
      assertEquals(read.map(_.version), read.indices.map(_ + 1L).toVector)
      read.size

  private def copy(from: Path, to: Path): Unit =
    Files.createDirectories(to)
    Using
      .resource(Files.list(from))(_.iterator.asScala.toVector)
      .foreach: file =>
        if Files.isRegularFile(file) then
          Files.copy(file, to.resolve(file.getFileName), StandardCopyOption.REPLACE_EXISTING): Unit

  private def inFolder(body: (Path, Path) => Unit): Unit = Folders.use: top =>
    body(top.resolve("journal"), top)

  private def refused(folder: Path): Unit = writer(folder, "b"): b =>
    assert(clue(b.readLine()).startsWith("refused Locked"))
    assertEquals(untilEnd(b), Vector.empty)

  test("a journal that is open is locked for other processes, also after what reads its lock"):
    inFolder: (folder, _) =>
      Using.resource(Journal.open(folder)): journal =>
        refused(folder)
        assert(Journal.tryOpen(folder).left.exists(_.isInstanceOf[OpenError.Locked]))
        ok(JournalInfo.of(folder)).writer: Unit
        refused(folder)
        ok(journal.append("a", ExpectedVersion.Any, Seq("x")).await()): Unit

  /** Two writers, the second of which comes in by a trick. */
  private def trick(name: String)(lift: (Path, Path) => Unit): Unit =
    test(s"$name: what either acknowledged is kept, and the first one stops"):
      inFolder: (folder, top) =>
        writer(folder, "a"): a =>
          opens(a)
          val (before, none) = append(a, 20)
          assertEquals((before, none), (20, Vector.empty))
          lift(folder, top)
          writer(folder, "b"): b =>
            opens(b)
            val (second, _)    = append(b, 20)
            val (late, errors) = append(a, 20)
            val (third, _)     = append(b, 20)
            assertEquals((second, late, third), (20, 0, 20))
            assert(clue(errors).exists(_.contains("another process")))
            closes(b)
          closes(a)
          assertEquals((events(folder, "a"), events(folder, "b")), (20, 40))

  trick("LOCK deleted")((folder, _) => Files.delete(folder.resolve("LOCK")))

  trick("LOCK replaced"): (folder, _) =>
    Files.delete(folder.resolve("LOCK"))
    Files.writeString(folder.resolve("LOCK"), "mine"): Unit

  trick("LOCK moved away and a copy in its place"): (folder, top) =>
    Files.move(folder.resolve("LOCK"), top.resolve("LOCK"))
    Files.copy(top.resolve("LOCK"), folder.resolve("LOCK"), StandardCopyOption.COPY_ATTRIBUTES): Unit

  test("both append at once while LOCK is deleted again and again: nothing acknowledged is lost"):
    inFolder: (folder, _) =>
      var acknowledged = 0
      for round <- 1 to 3 do
        writer(folder, "a"): a =>
          opens(a)
          a.println("append 4000")
          for _ <- 1 to 50 do if a.readLine().startsWith("ack") then acknowledged += 1
          Files.delete(folder.resolve("LOCK"))
          writer(folder, "b"): b =>
            opens(b)
            val (more, errors) = append(b, 50)
            assertEquals((more, errors), (50, Vector.empty))
            close(b): Unit
          acknowledged += Iterator.continually(a.readLine()).takeWhile(_ != "done").count(_.startsWith("ack"))
          close(a): Unit
        assert(clue(events(folder, "a")) >= clue(acknowledged))
        assertEquals(events(folder, "b"), round * 50)

  test("a folder moved away, and another in its place: neither journal is harmed"):
    inFolder: (folder, top) =>
      writer(folder, "a"): a =>
        opens(a)
        assertEquals(append(a, 20)._1, 20)
        Files.move(folder, top.resolve("moved"))
        writer(folder, "b"): b =>
          opens(b)
          assertEquals(append(b, 20)._1, 20)
          val (late, errors) = append(a, 2000)
          assertEquals(late, 0)
          assert(clue(errors).exists(_.contains("another process")))
          assertEquals(append(b, 20)._1, 20)
          close(b): Unit
        close(a): Unit
      assertEquals((events(folder, "b"), events(folder, "a")), (40, 0))
      assertEquals(events(top.resolve("moved"), "a"), 20)

  test("a copy of a folder that another process continued, put back in its place: the first writer stops"):
    inFolder: (folder, top) =>
      writer(folder, "a"): a =>
        opens(a)
        assertEquals(append(a, 20)._1, 20)
        val other = top.resolve("copy")
        copy(folder, other)
        writer(other, "b"): b =>
          opens(b)
          assertEquals(append(b, 20)._1, 20)
          close(b): Unit
        Files.move(folder, top.resolve("old"))
        Files.move(other, folder)
        val (late, _) = append(a, 20)
        assertEquals(late, 0)
        close(a): Unit
      assertEquals((events(folder, "a"), events(folder, "b")), (20, 20))

  test("the same copied over the files of the open journal"):
    inFolder: (folder, top) =>
      writer(folder, "a"): a =>
        opens(a)
        assertEquals(append(a, 20)._1, 20)
        val other = top.resolve("copy")
        copy(folder, other)
        writer(other, "b"): b =>
          opens(b)
          assertEquals(append(b, 20)._1, 20)
          close(b): Unit
        copy(other, folder)
        val (late, errors) = append(a, 20)
        assertEquals(late, 0)
        assert(errors.nonEmpty)
        close(a): Unit
      assertEquals((events(folder, "a"), events(folder, "b")), (20, 20))

  test("by a symbolic link to the folder"):
    inFolder: (folder, top) =>
      writer(folder, "a"): a =>
        opens(a)
        refused(Files.createSymbolicLink(top.resolve("link"), folder))
        assertEquals(append(a, 20)._1, 20)
        closes(a)

  test("by hard links to all files"):
    inFolder: (folder, top) =>
      writer(folder, "a"): a =>
        opens(a)
        assertEquals(append(a, 20)._1, 20)
        val links = Files.createDirectories(top.resolve("links"))
        Using
          .resource(Files.list(folder))(_.iterator.asScala.toVector)
          .foreach: file =>
            Files.createLink(links.resolve(file.getFileName), file): Unit
        refused(links)
        // And in this process, whose own locks a program cannot ask the system about.
        Using.resource(Journal.open(top.resolve("own"))): _ =>
          val own = Files.createDirectories(top.resolve("own-links"))
          Files.createLink(own.resolve("LOCK"), top.resolve("own").resolve("LOCK")): Unit
          assert(Journal.tryOpen(own).left.exists(_.isInstanceOf[OpenError.Locked]))
          refused(top.resolve("own"))
        closes(a)

  test("by a bind mount"):
    inFolder: (folder, top) =>
      val mounted = Files.createDirectories(top.resolve("mounted"))
      Files.createDirectories(folder)
      val isMounted =
        try ProcessBuilder("mount", "--bind", folder.toString, mounted.toString).start().waitFor() == 0
        catch case _: java.io.IOException => false
      println(s"faults injected, a second writer by a bind mount: ${if isMounted then 1 else 0} (this machine ${
          if isMounted then "allows" else "does not allow"
        } it)")
      if isMounted then
        try
          writer(folder, "a"): a =>
            opens(a)
            refused(mounted)
            assertEquals(append(a, 20)._1, 20)
            closes(a)
        finally ProcessBuilder("umount", mounted.toString).start().waitFor(): Unit

  // The last test: the processes have had all that the others did to their journals.
  test("the processes of the writers end, whatever became of their journals"):
    inFolder: (folder, _) =>
      writer(folder, "a"): a =>
        opens(a)
        closes(a)
    for (name, child) <- idle.toVector do
      idle -= name
      child.endInput()
      assertEquals(child.finish(), (Vector.empty, 0), name)
