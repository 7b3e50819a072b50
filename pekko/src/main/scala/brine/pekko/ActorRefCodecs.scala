package brine.pekko

import brine.codec.Codec
import org.apache.pekko.actor.typed.{ActorRef, ActorRefResolver}
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.actor.{ActorRef as ClassicActorRef, ExtendedActorSystem}
import org.apache.pekko.serialization.Serialization

/** Codecs of actor references, for messages with a `replyTo`.
  *
  * {{{
  * import brine.pekko.ActorRefCodecs.given
  *
  * enum Command derives Codec:
  *   case Deposit(cents: Long, replyTo: ActorRef[Reply])
  * }}}
  *
  * A reference is written as the path of its actor with the address of its node, a text of some 60 bytes. These codecs
  * need an actor system, which is known only while Pekko serializes: outside of it, encoding fails with an
  * `IllegalStateException` and decoding with a `DecodeError`. A path that leads to no actor becomes a reference to the
  * dead letters, as everywhere in Pekko.
  */
object ActorRefCodecs:
  /** The codec of a reference of Pekko Typed. */
  given typed[A]: Codec[ActorRef[A]] =
    Codec[String].iemap(path => current.map(system => ActorRefResolver(system.toTyped).resolveActorRef[A](path)))(ref =>
      ActorRefResolver(currentOrThrow().toTyped).toSerializationFormat(ref)
    )

  /** The codec of a classic reference. */
  implicit val classic: Codec[ClassicActorRef] =
    Codec[String].iemap(path => current.map(_.provider.resolveActorRef(path)))(ref =>
      val _ = currentOrThrow()
      Serialization.serializedActorPath(ref)
    )

  private def current: Either[String, ExtendedActorSystem] =
    try
      Serialization.getCurrentTransportInformation().system match
        case system: ExtendedActorSystem => Right(system)
        case other                       => Left(s"$other resolves no actor references")
    catch
      case _: IllegalStateException =>
        Left(
          "an actor reference can be read only while Pekko serializes: use Pekko's SerializationExtension, or wrap the " +
            "call in Serialization.withTransportInformation(system)"
        )

  private def currentOrThrow(): ExtendedActorSystem = current.fold(
    problem => throw IllegalStateException(problem.replace("can be read", "can be written")),
    identity
  )
