package brine.lab.peers.actr

import brine.lab.peer.ActorProgramsSuite
import java.net.{URL, URLClassLoader}

/** The adapter against a stand-in with actr's names, which is all that can be had of it in a build. */
final class ActrPeerSuite extends ActorProgramsSuite(ActrPeer(), "actr", "actr-virtual"):

  test("without its jar every row says why it cannot run, and what to do"):
    val withoutJar = withoutActr()
    try
      val peer   = withoutJar.loadClass("brine.lab.peers.actr.ActrPeer").getConstructor().newInstance()
      val method = peer.getClass.getMethod("unavailable", classOf[String])
      for row <- List("actr", "actr-virtual") do
        val reason = method.invoke(peer, row).toString
        assert(reason.contains("--peer-jar actr=PATH"), reason)
    finally withoutJar.close()

  /** The peer's classes loaded anew, by a loader that does not find actr's. */
  private def withoutActr(): URLClassLoader =
    val here             = classOf[ActrPeer].getProtectionDomain.getCodeSource.getLocation
    val urls: Array[URL] = Array(here)
    new URLClassLoader(urls, getClass.getClassLoader):
      override def loadClass(name: String, resolve: Boolean): Class[?] =
        if name.startsWith("com.zakgof.") then throw ClassNotFoundException(name)
        else if name.startsWith("brine.lab.peers.actr.") then Option(findLoadedClass(name)).getOrElse(findClass(name))
        else super.loadClass(name, resolve)
