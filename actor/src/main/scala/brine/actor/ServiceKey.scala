package brine.actor

import brine.actor.internal.support.Described
import java.util.Objects
import scala.reflect.ClassTag

/** Names a service in a [[Receptionist]], with the type of its messages. Keys are equal if their names and the classes
  * of their messages are.
  */
final class ServiceKey[M] private (val id: String, protocol: Class[?]):
  override def equals(other: Any): Boolean = other match
    case that: ServiceKey[?] => id == that.id && (protocol eq that.classOfMessages)
    case _                   => false

  private def classOfMessages: Class[?] = protocol
  override def hashCode: Int            = 31 * id.hashCode + protocol.hashCode
  override def toString: String         = s"${Described.inLine(id)} of ${protocol.getName}"

object ServiceKey:
  /** A key for actors that take messages of type `M`. */
  def apply[M](id: String)(using messages: ClassTag[M]): ServiceKey[M] = make(messages.runtimeClass, id)

  /** A key for actors that take messages of this class: for Java. */
  def of[M](messages: Class[M], id: String): ServiceKey[M] = make(messages, id)

  private def make[M](messages: Class[?], id: String): ServiceKey[M] =
    new ServiceKey(Objects.requireNonNull(id, "id"), Objects.requireNonNull(messages, "messages"))
