package brine.lab.model

import java.nio.file.Paths
import java.util.{Optional, ServiceLoader}

import brine.lab.peer.{Input, Peer}

/** Prints what every case takes in every library of the peer on the class path, checked by a round trip: library,
  * study, case and bytes, separated by tabs. An argument names a folder of site data to use instead of the generated
  * sites.
  */
object PrintSizes {
  def main(args: Array[String]): Unit = {
    val input = new Input(if (args.isEmpty) Optional.empty() else Optional.of(Paths.get(args(0))))
    val peers = ServiceLoader.load(classOf[Peer]).iterator
    while (peers.hasNext) {
      val peer      = peers.next()
      val libraries = peer.libraries.iterator
      while (libraries.hasNext) {
        val library = libraries.next()
        RoundTrip.cases(peer, library).foreach { case (study, name) =>
          val result = RoundTrip.check(peer, library.name, study, name, input) match {
            case RoundTrip.Done(bytes)         => bytes.toString
            case RoundTrip.Unsupported(reason) => "unsupported: " + reason
          }
          println(Seq(library.name, study, name, result).mkString("\t"))
        }
      }
    }
  }
}
