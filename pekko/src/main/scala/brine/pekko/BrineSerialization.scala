package brine.pekko

import brine.codec.Schemas
import brine.pekko.serialization.{BrineSerializer, KnownSchemas, RegisteredTypes}
import java.util.Objects
import java.util.concurrent.atomic.AtomicLong
import org.apache.pekko.actor.ExtendedActorSystem
import org.apache.pekko.serialization.{SerializationSetup, SerializerDetails}
import scala.annotation.varargs

/** The serializer of a Pekko program for messages, events and snapshots that have a `Codec`.
  *
  * {{{
  * val serialization = BrineSerialization(MessageType[Account.Command], MessageType[Account.Event])
  * val system = ActorSystem(guardian, "bank", ActorSystemSetup(serialization.setup))
  * }}}
  *
  * The manifest of a message is the name of its type and the fingerprint of its schema, such as
  * `Account.Event#2f1c77a0b6d35e19`. Bytes of another version are read if their schema is known: from [[withSchemas]],
  * from the message itself, or from another node, see [[SchemaExchange]]. Bytes that cannot be read give a
  * `java.io.NotSerializableException` that says why; remoting logs it and drops the message.
  *
  * Immutable and safe to share, also by several systems.
  */
final class BrineSerialization private (
    types: Vector[MessageType[?]],
    schemas: Schemas,
    identifier: Int
):
  private val registered = RegisteredTypes(types)

  /** This serializer with further types.
    *
    * @throws IllegalArgumentException
    *   as [[BrineSerialization.apply]]
    */
  @varargs def and(types: MessageType[?]*): BrineSerialization =
    new BrineSerialization(this.types ++ types, schemas, identifier)

  /** This serializer with the schemas of other versions, usually those of a lock file. A program that reads stored
    * events of earlier versions needs them.
    */
  def withSchemas(schemas: Schemas): BrineSerialization = new BrineSerialization(types, schemas, identifier)

  /** This serializer with another number, by which Pekko finds the serializer of received and stored bytes. All nodes
    * of a cluster must have the same one. Choose one only if another serializer has 1112690245, the default.
    *
    * @throws IllegalArgumentException
    *   if it is from 0 to 40, which belong to Pekko
    */
  def withIdentifier(identifier: Int): BrineSerialization =
    require(
      identifier < 0 || identifier > 40,
      s"serializers from 0 to 40 belong to Pekko, so choose another than $identifier"
    )
    new BrineSerialization(types, schemas, identifier)

  /** What an `ActorSystemSetup` needs. An `ActorSystemSetup` has one `SerializationSetup`: if you have other
    * serializers as well, make one of [[details]] and theirs.
    */
  def setup: SerializationSetup = SerializationSetup(details)

  /** The serializer for an actor system, for a `SerializationSetup` of your own. */
  def details(system: ExtendedActorSystem): Seq[SerializerDetails] =
    val one = serializer
    one.describes = system.settings.HasCluster // until SchemaExchange knows the members
    // A name of its own for each: of two with one name Pekko would forget one without a word.
    val name = s"brine-${BrineSerialization.serializers.incrementAndGet()}"
    Seq(SerializerDetails(name, one, registered.classes))

  private[pekko] def serializer: BrineSerializer =
    BrineSerializer(registered, KnownSchemas(registered.schemas, schemas), identifier)

object BrineSerialization:
  private val serializers = new AtomicLong

  /** A serializer of these types, with default settings.
    *
    * @throws IllegalArgumentException
    *   if two types have the same name, also a former one, or the same class, or if the class of one extends that of
    *   another
    */
  @varargs def apply(types: MessageType[?]*): BrineSerialization =
    new BrineSerialization(Objects.requireNonNull(types, "message types").toVector, Schemas.none, 0x42524e45)
