package brine.journal.storage

import brine.journal.TemporaryFolder
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.ClosedChannelException
import java.nio.file.{Files, NoSuchFileException, Path}
import java.util.concurrent.atomic.AtomicBoolean
import scala.util.Random

class ReadOnlyFileSuite extends munit.FunSuite:
  private val kinds = Vector[(String, Path => StorageFile)](
    "as a rule"                     -> (ReadOnlyFile.open(_)),
    "on Windows and elsewhere else" -> (AsynchronousReadOnlyFile.open(_))
  )

  private def use(open: Path => StorageFile)(body: (StorageFile, Array[Byte]) => Unit): Unit =
    TemporaryFolder.use: folder =>
      val bytes = Random(1).nextBytes(300_000)
      val file  = open(Files.write(folder.resolve("f"), bytes))
      try body(file, bytes)
      finally file.close()

  private def read(file: StorageFile, position: Long, buffer: ByteBuffer): Vector[Byte] =
    val n = file.read(buffer, position)
    assertEquals(n, buffer.position)
    val read = new Array[Byte](n)
    buffer.flip().get(read): Unit
    read.toVector

  for (kind, open) <- kinds do
    test(s"$kind: any part of a file, into any buffer, also at and after its end"):
      use(open): (file, bytes) =>
        assertEquals(file.size, bytes.length.toLong)
        for (position, length) <- Seq(
            0       -> 300_000,
            0       -> 1,
            299_999 -> 10,
            300_000 -> 10,
            400_000 -> 1,
            7       -> 0,
            9       -> 200_000
          )
        do
          val expected = bytes.slice(position, position + length).toVector
          assertEquals(read(file, position, ByteBuffer.allocate(length)), expected)
          assertEquals(read(file, position, ByteBuffer.allocateDirect(length)), expected)
        val part = ByteBuffer.wrap(new Array[Byte](100), 10, 20)
        assertEquals(file.read(part, 1000), 20)
        assertEquals(part.array.slice(10, 30).toVector, bytes.slice(1000, 1020).toVector)

    test(s"$kind: a file that comes and goes is there or it is not"):
      TemporaryFolder.use: folder =>
        val path   = folder.resolve("f")
        val isOver = AtomicBoolean()
        val other  = Thread
          .ofPlatform()
          .start: () =>
            while !isOver.get do
              Files.write(path, Array[Byte](1))
              Files.delete(path)
        try
          for _ <- 1 to 20_000 do
            try open(path).close()
            catch case _: NoSuchFileException => ()
        finally
          isOver.set(true)
          other.join()

    test(s"$kind: interrupts are ignored, and the flag stays set"):
      use(open): (file, bytes) =>
        val reader = Thread: () =>
          for i <- 0 until 3000 do
            val at = i * 97
            assertEquals(read(file, at, ByteBuffer.allocate(100)), bytes.slice(at, at + 100).toVector)
        var problem: Throwable = null
        reader.setUncaughtExceptionHandler((_, error) => problem = error)
        reader.start()
        while reader.isAlive do reader.interrupt()
        if problem != null then throw problem
        Thread.currentThread.interrupt()
        assertEquals(read(file, 5, ByteBuffer.allocate(5)), bytes.slice(5, 10).toVector)
        assert(Thread.interrupted())

    test(s"$kind: several threads read at once"):
      use(open): (file, bytes) =>
        var problem: Throwable = null
        val readers            = Vector.tabulate(4): seed =>
          val thread = Thread: () =>
            val random = Random(seed)
            for _ <- 1 to 500 do
              val at = random.nextInt(290_000)
              assertEquals(read(file, at, ByteBuffer.allocate(64)), bytes.slice(at, at + 64).toVector)
          thread.setUncaughtExceptionHandler((_, error) => problem = error)
          thread.start()
          thread
        readers.foreach(_.join())
        if problem != null then throw problem

    test(s"$kind: a missing file, a closed one, and writing are refused"):
      TemporaryFolder.use: folder =>
        intercept[NoSuchFileException](open(folder.resolve("none"))): Unit
        intercept[IOException](open(folder).read(ByteBuffer.allocate(1), 0)): Unit
      use(open): (file, _) =>
        intercept[IOException](file.write(ByteBuffer.allocate(1), 0))
        intercept[IOException](file.truncate(0))
        file.close()
        file.close()
        intercept[ClosedChannelException](file.read(ByteBuffer.allocate(1), 0)): Unit
