package brine.lab.peers.chronicle

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}

final class ZerosSuite extends munit.FunSuite:
  private val mebibyte = 1 << 20

  /** A file of 8 MiB with one byte in its third MiB, and holes around it. */
  private val sparse = FunFixture[Path](
    _ =>
      val file    = Files.createTempFile("brine-zeros", ".cq4")
      val channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)
      try
        channel.write(ByteBuffer.wrap(Array[Byte](7)), 2L * mebibyte + 100)
        channel.write(ByteBuffer.wrap(Array[Byte](0)), 8L * mebibyte - 1)
      finally channel.close()
      file
    ,
    Files.delete
  )

  private def allocated(file: Path): Long =
    val stat = ProcessBuilder("stat", "-c", "%b", file.toString).redirectErrorStream(true).start()
    String(stat.getInputStream.readAllBytes()).trim.toLong * 512

  sparse.test("holes get space up to the length, data stay, and the file is not longer"): file =>
    val before = allocated(file)
    Zeros.fill(file, 4L * mebibyte)
    val after = allocated(file)
    assert(before < mebibyte, before)
    assert(after > 2.9 * mebibyte && after < 6 * mebibyte, after)
    val bytes = Files.readAllBytes(file)
    assertEquals(bytes.length, 8 * mebibyte)
    assertEquals(
      bytes.indices.filter(bytes(_) != 0).map(at => bytes(at) -> at).toList,
      List(7.toByte -> (2 * mebibyte + 100))
    )

  sparse.test("a length beyond the end fills the file"): file =>
    Zeros.fill(file, 1L << 40)
    assertEquals(Files.size(file), 8L * mebibyte)
    assert(allocated(file) > 6.9 * mebibyte, allocated(file))
