package brine.lab.peers.protostuff

import scala.deriving.Mirror

import io.protostuff.{Input, Output, Schema}

/** A record or a case as a message. What is written is the value itself, what is read is an array of slots, one a
  * field.
  */
private abstract class Message[A](slots: Int) extends Field[A] with Schema[AnyRef]:
  def write(out: Output, number: Int, value: A, repeated: Boolean): Unit =
    out.writeObject(number, value.asInstanceOf[AnyRef], this, repeated)

  def read(in: Input, soFar: AnyRef, owner: Schema[AnyRef]): AnyRef = in.mergeObject(newMessage(), this)

  def newMessage(): AnyRef                    = new Array[AnyRef](slots)
  def getFieldName(number: Int): String       = number.toString
  def getFieldNumber(name: String): Int       = name.toInt
  def isInitialized(message: AnyRef): Boolean = true
  def messageName: String                     = "Message"
  def messageFullName: String                 = "brine.lab.Message"
  def typeClass: Class[AnyRef]                = classOf[AnyRef]

  protected def fields: Array[Field[Any]]

  def mergeFrom(in: Input, message: AnyRef): Unit =
    val values = message.asInstanceOf[Array[AnyRef]]
    var number = in.readFieldNumber(this)
    while number != 0 do
      accept(values, number, in)
      number = in.readFieldNumber(this)

  protected def accept(values: Array[AnyRef], number: Int, in: Input): Unit

/** A field a component, numbered from 1. */
private final class RecordMessage[A](mirror: Mirror.ProductOf[A], protected val fields: Array[Field[Any]])
    extends Message[A](fields.length):
  def writeTo(out: Output, message: AnyRef): Unit =
    val product = message.asInstanceOf[Product]
    var index   = 0
    while index < fields.length do
      fields(index).write(out, index + 1, product.productElement(index), false)
      index += 1

  protected def accept(values: Array[AnyRef], number: Int, in: Input): Unit =
    if number > fields.length then in.handleUnknownField(number, this)
    else values(number - 1) = fields(number - 1).read(in, values(number - 1), this)

  override def finish(slot: AnyRef): A =
    val values = slot.asInstanceOf[Array[AnyRef]]
    var index  = 0
    while index < values.length do
      values(index) = fields(index).finish(values(index)).asInstanceOf[AnyRef]
      index += 1
    mirror.fromProduct(Tuple.fromArray(values))

/** One field, whose number says which case it is. */
private final class CaseMessage[A](mirror: Mirror.SumOf[A], protected val fields: Array[Field[Any]])
    extends Message[A](1):
  def writeTo(out: Output, message: AnyRef): Unit =
    val ordinal = mirror.ordinal(message.asInstanceOf[A])
    fields(ordinal).write(out, ordinal + 1, message, false)

  protected def accept(values: Array[AnyRef], number: Int, in: Input): Unit =
    if number > fields.length then in.handleUnknownField(number, this)
    else
      val field = fields(number - 1)
      values(0) = field.finish(field.read(in, null, this)).asInstanceOf[AnyRef]

  override def finish(slot: AnyRef): A = slot.asInstanceOf[Array[AnyRef]](0).asInstanceOf[A]
