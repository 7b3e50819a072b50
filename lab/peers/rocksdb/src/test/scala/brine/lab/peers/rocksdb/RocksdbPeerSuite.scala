package brine.lab.peers.rocksdb

import java.nio.file.{Files, Path}

import brine.lab.peer.LogPeerSuite
import brine.lab.peer.LogStore.Level

final class RocksdbPeerSuite
    extends LogPeerSuite(
      RocksdbPeer(),
      List("rocksdb" -> List(Level.DISK, Level.OS_CACHE)),
      List("rocksdb")
    ):
  test("a native library that cannot be loaded is a reason, and ends no JVM"):
    val java    = Path.of(sys.props("java.home"), "bin", "java").toString
    val options = List("-Djava.io.tmpdir=/there/is/no/such/folder", "--enable-native-access=ALL-UNNAMED")
    val child   = ProcessBuilder(
      (java :: options ::: List("-cp", sys.props("java.class.path"), "brine.lab.peers.rocksdb.SayWhy"))*
    ).redirectErrorStream(true).start()
    val said = String(child.getInputStream.readAllBytes())
    assertEquals(child.waitFor(), 0, said)
    assert(said.contains("cannot be loaded") && said.contains("/there/is/no/such/folder"), said)

  test("a folder that cannot be opened is a failure with its name"):
    val file    = Files.createTempFile("brine-rocksdb", ".file")
    val failure = intercept[Exception](RocksdbPeer().open("rocksdb", file).events("log", Level.DISK))
    assert(failure.getMessage.contains(file.toString), failure)
    Files.delete(file)

object SayWhy:
  def main(args: Array[String]): Unit = println(RocksdbPeer().unavailable("rocksdb"))
