package brine.lab.peers.entity.cluster

import java.nio.file.Path
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.*

import brine.lab.peer.JvmWork

class NodeProcessSuite extends munit.FunSuite:
  private def using[A](body: NodeProcess => A): A =
    val node = NodeProcess()
    try body(node)
    finally node.close()

  private def patience = Deadline.now + 2.minutes

  private def ends(process: ProcessHandle) = process.onExit.get(60, TimeUnit.SECONDS): Unit

  test("the process of a node ends with the one that has started it, even if that is killed"):
    val java    = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val holding = ProcessBuilder(
      java,
      "-cp",
      System.getProperty("java.class.path"),
      "brine.lab.peers.entity.cluster.NodeHolder"
    ).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    try
      val node = ProcessHandle.of(holding.inputReader().readLine().toLong).get
      assert(node.isAlive)
      holding.destroyForcibly().waitFor(): Unit
      ends(node)
    finally holding.destroyForcibly(): Unit

  test("a node that cannot start says why, and takes further orders"):
    using: node =>
      for _ <- 0 until 2 do
        node.tell(NodeMain.Start, "1 60000 jdbc:postgresql://127.0.0.1:1/nothing?user=nobody")
        val failed = intercept[IllegalStateException](node.await(NodeMain.Started, patience))
        assert(failed.getMessage.startsWith("a node of the cluster says: failed: "), failed.getMessage)
      node.tell("dance", "now")
      val failed = intercept[IllegalStateException](node.await(NodeMain.Started, patience))
      assert(failed.getMessage.contains("no order dance now"), failed.getMessage)
      node.tell(NodeMain.Stop, "")
      node.await(NodeMain.Stopped, patience)

  test("nodes tell what they have done, all together, and say so if one has ended"):
    val nodes = NodeProcesses(2)
    try
      assertEquals(nodes.work(patience), JvmWork(0, 0), "none runs yet")
      nodes.launch()
      val first = nodes.work(patience)
      assert(first.cpuNanos > 0 && first.compilingMillis >= 0, first)
      val enough = patience
      while nodes.work(enough).cpuNanos == first.cpuNanos && enough.hasTimeLeft() do ()
      val later = nodes.work(patience)
      assert(later.cpuNanos > first.cpuNanos && later.compilingMillis >= first.compilingMillis, s"$first $later")
      nodes.handles.last.destroyForcibly(): Unit
      nodes.handles.foreach(handle => if handle == nodes.handles.last then ends(handle))
      val failed = intercept[Exception](while true do nodes.work(patience): Unit)
      assert(failed.isInstanceOf[IllegalStateException] || failed.isInstanceOf[java.io.IOException], failed)
      assert(nodes.handles.isEmpty, "others take the next order")
    finally nodes.close()

  test("a node that was killed is noticed, and its process is closed"):
    using: node =>
      node.handle.destroyForcibly(): Unit
      val failed = intercept[IllegalStateException](node.await(NodeMain.Started, patience))
      assertEquals(failed.getMessage, "a node of the cluster has ended")
      node.close()
      ends(node.handle)

  test("a node that does not answer in time is told, and its processes do not answer the next order"):
    using: node =>
      val failed = intercept[IllegalStateException](node.await(NodeMain.Started, Deadline.now))
      assert(failed.getMessage.contains("has not said 'started' in time"), failed.getMessage)
    val nodes = NodeProcesses(2)
    try
      nodes.launch()
      val first  = nodes.handles
      val nobody = "jdbc:postgresql://127.0.0.1:1/nothing?user=nobody"
      assertEquals(first.size, 2)
      val refused = intercept[IllegalStateException](nodes.start(nobody, 1, patience))
      assert(refused.getMessage.startsWith("a node of the cluster says: failed: "), refused.getMessage)
      first.foreach(ends)
      nodes.launch()
      assert(nodes.handles.toSet.intersect(first.toSet).isEmpty)
    finally nodes.close()
