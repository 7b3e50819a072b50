package brine.lab.peers.rocksdb

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.Comparator
import scala.collection.mutable

final class RecordsSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-records"),
    path =>
      val files = Files.walk(path)
      try files.sorted(Comparator.reverseOrder).forEach(file => { val _ = file.toFile.delete() })
      finally files.close()
  )

  private def record(index: Int) = Array.fill(index % 300 + 1)(index.toByte)

  private def read(records: Records): List[Seq[Byte]] =
    val found = mutable.ListBuffer[Seq[Byte]]()
    records.read(bytes => { val _ = found += bytes.toSeq })
    found.toList

  folder.test("numbers continue after the last record of an earlier opening"): path =>
    for round <- 0 until 3 do
      val records = Records(path, isForced = true)
      records.append(Array.tabulate(10)(index => record(round * 10 + index)))
      records.close()
    val records = Records(path, isForced = false)
    assertEquals(read(records), List.tabulate(30)(record(_).toSeq))
    records.close()

  folder.test("records of callers that wait at the same time are all there, once each"): path =>
    val records = Records(path, isForced = true)
    val callers = (0 until 64).map: caller =>
      Thread.ofVirtual.start(() => for index <- 0 until 20 do records.append(Array(record(caller * 20 + index))))
    callers.foreach(_.join())
    val expected = Vector.tabulate(64 * 20)(record(_).toSeq)
    assertEquals(
      read(records).groupBy(identity).view.mapValues(_.size).toMap,
      expected.groupBy(identity).view.mapValues(_.size).toMap
    )
    records.close()

  folder.test("an append after closing fails with the folder, and so does each of those that wait"): path =>
    val records = Records(path, isForced = true)
    records.close()
    records.close()
    val failures = (0 until 8).map(_ => intercept[IOException](records.append(Array(record(1)))))
    assert(failures.forall(_.getMessage.contains(path.toString)), failures)

  folder.test("a copy of the files of an open log has everything that was appended"): path =>
    val records = Records(path.resolve("log"), isForced = false)
    records.append(Array.tabulate(1000)(record))
    val copy  = Files.createDirectory(path.resolve("copy"))
    val files = Files.list(path.resolve("log"))
    try files.forEach(file => { val _ = Files.copy(file, copy.resolve(file.getFileName)) })
    finally files.close()
    val recovered = Records(copy, isForced = false)
    assertEquals(read(recovered), List.tabulate(1000)(record(_).toSeq))
    recovered.close()
    records.close()
