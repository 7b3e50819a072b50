package brine.pekko.serialization

import brine.codec.Codec
import brine.pekko.{MessageType, Systems}
import com.fasterxml.jackson.annotation.{JsonSubTypes, JsonTypeInfo}
import java.io.{ByteArrayOutputStream, ObjectOutputStream}

/** Bytes of messages, with their manifests, beside those of Pekko's other serializers. */
class SizeSuite extends munit.FunSuite:
  import SizeSuite.*

  test("messages are the smallest, with their manifests too"):
    Systems.using(Systems.local(MessageType[Command].named("Cmd"))): system =>
      Systems.using(Systems.bound(classOf[Command], "jackson-cbor")): cbor =>
        for command <- commands do
          val brine   = Systems.write(system, command)
          val jackson = Systems.write(cbor, command)
          val java    = inJava(command)
          println(s"$command: Brine ${sizes(brine)}, CBOR ${sizes(jackson)}, Java $java")
          assertEquals(Systems.read(cbor, jackson), command)
          assert(brine.bytes.length < jackson.bytes.length, command)
          assert(total(brine) < total(jackson), command)
          assert(total(brine) < java, command)

  private def total(one: Systems.Written) = one.bytes.length + one.manifest.length

  private def sizes(one: Systems.Written) = s"${one.bytes.length} + ${one.manifest.length}"

  private def inJava(value: AnyRef): Int =
    val bytes = ByteArrayOutputStream()
    val out   = ObjectOutputStream(bytes)
    out.writeObject(value)
    out.close()
    bytes.size

object SizeSuite:
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes(
    Array(
      new JsonSubTypes.Type(value = classOf[Deposit], name = "deposit"),
      new JsonSubTypes.Type(value = classOf[Transfer], name = "transfer"),
      new JsonSubTypes.Type(value = classOf[Order], name = "order")
    )
  )
  sealed trait Command derives Codec
  final case class Deposit(account: String, cents: Long)                                 extends Command
  final case class Transfer(from: String, to: String, cents: Long, note: Option[String]) extends Command
  final case class Order(id: Long, lines: Vector[Line])                                  extends Command
  final case class Line(article: String, count: Int, gift: Boolean)

  private val commands: Vector[Command] = Vector(
    Deposit("account-4711", 12_500),
    Transfer("account-4711", "account-4712", 990, Some("rent")),
    Order(17, Vector.tabulate(20)(number => Line(s"article-$number", number % 5, number % 7 == 0)))
  )
