package brine.pekko

import brine.codec.{Codec, EncodeError}
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.serialization.Serialization
import Orders.*

class ActorRefCodecsSuite extends munit.FunSuite:
  test("references lead back to their actors, typed and classic"):
    Systems.using(Systems.local(Orders.types*)): system =>
      val typed = system.spawn(Behaviors.empty[Reply], "typed")
      val place = Place(1, Vector("nut"), typed)
      assertEquals(Systems.read(system, Systems.write(system, place)), place)
      val watch = Watch(typed.toClassic)
      assertEquals(Systems.read(system, Systems.write(system, watch)), watch)

  test("outside of Pekko's serialization, writing and reading are errors that say what to do"):
    Systems.using(Systems.local(Orders.types*)): system =>
      val typed            = system.spawn(Behaviors.empty[Reply], "typed")
      val command: Command = Place(1, Vector("nut"), typed)
      val watch: Command   = Watch(typed.toClassic)
      for one <- List(command, watch) do
        val writing = intercept[IllegalStateException](Codec.encodeBare(one))
        assert(writing.getMessage.contains("withTransportInformation"), writing.getMessage)
        val extended = system.asInstanceOf[org.apache.pekko.actor.ExtendedActorSystem]
        val bytes    = Serialization.withTransportInformation(extended)(() => Codec.encodeBare(one))
        val reading  = Codec.decodeBare[Command](bytes)
        assert(reading.left.exists(_.getMessage.contains("withTransportInformation")), reading)
        assertEquals(
          Serialization.withTransportInformation(extended)(() => Codec.decodeBare[Command](bytes)),
          Right(one)
        )

  test("a path that leads nowhere, or is none, is a reference to the dead letters"):
    Systems.using(Systems.local(Orders.types*)): system =>
      val typed = system.spawn(Behaviors.empty[Reply], "typed")
      val one   = Systems.write(system, Place(1, Vector("nut"), typed))
      val text  = String(one.bytes, "ISO-8859-1")
      for path <- List("typed" -> "tapes", "pekko" -> "wekko", "://" -> ":::") do
        val other = one.copy(bytes = text.replace(path._1, path._2).getBytes("ISO-8859-1"))
        Systems.read(system, other) match
          case Place(_, _, ref) => ref ! Reply.Busy // goes to the dead letters, and nothing fails
          case wrong            => fail(s"read $wrong")

  test("a null is an error with its path"):
    Systems.using(Systems.local(Orders.types*)): system =>
      for one <- List[Command](Place(1, Vector("nut"), null), Watch(null)) do
        val error = intercept[EncodeError](Systems.write(system, one))
        assert(error.getMessage.contains(if one.isInstanceOf[Watch] then "watcher" else "replyTo"), error.getMessage)
