package brine.entity.javaapi

import brine.entity.{Answer, EntityRef}
import java.lang.invoke.MethodType
import java.util.concurrent.CompletableFuture
import java.util.{Objects, UUID}
import scala.concurrent.ExecutionContext
import scala.util.{Failure, Success}

/** The address of one entity, for Java programs: [[brine.entity.EntityRef]] with Java's types. The entity and its
  * commands are defined in Scala. Thread-safe, and cheap to create.
  *
  * {{{
  * JavaEntityRef<Account> ada = JavaEntityRef.of(accounts.apply("ada"));
  * long cents = ada.ask(Account.Deposit.apply(500), Long.class);
  * }}}
  *
  * Java does not know which reply a command has, so each method takes the class of the reply. If the reply is of
  * another class, the command was executed all the same, and you get a `ClassCastException` that names both classes.
  * For a reply of type `Unit` give `Object.class`.
  *
  * Futures complete on virtual threads. If you cancel one, the command is still executed.
  */
final class JavaEntityRef[C[+_]] private (ref: EntityRef[C]):
  import JavaEntityRef.*

  /** The identity of the entity among those of its type. */
  def id: String = ref.id

  /** Sends a command, and waits for the reply. Fails as [[brine.entity.EntityRef.ask]] does.
    *
    * @param reply
    *   class of the reply; that of a primitive type stands for its box
    * @throws brine.entity.EntityException
    *   without a reply: the error says whether the command was executed
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits; the command may still be executed
    */
  @throws[InterruptedException]
  def ask[R](command: C[R], reply: Class[R]): R = answer(command, reply).value

  /** Sends a command, and waits for the reply and its place in the log. Fails as [[ask]] does. */
  @throws[InterruptedException]
  def answer[R](command: C[R], reply: Class[R]): Answer[R] = answered(command, reply, None)

  /** The same with an idempotency key: the command is executed once, however often it is sent with this key. */
  @throws[InterruptedException]
  def answer[R](command: C[R], reply: Class[R], key: UUID): Answer[R] = answered(command, reply, keyOf(key))

  private def answered[R](command: C[R], reply: Class[R], key: Option[UUID]): Answer[R] =
    requireNamed(reply)
    checked(ref.answer(command, key), reply)

  /** Sends a command and returns at once. The future fails with a [[brine.entity.EntityException]]. */
  def askAsync[R](command: C[R], reply: Class[R]): CompletableFuture[R] = sent(command, reply, None)(_.value)

  /** Sends a command and returns at once, for the reply and its place in the log. */
  def answerAsync[R](command: C[R], reply: Class[R]): CompletableFuture[Answer[R]] =
    sent(command, reply, None)(identity)

  /** The same with an idempotency key. */
  def answerAsync[R](command: C[R], reply: Class[R], key: UUID): CompletableFuture[Answer[R]] =
    sent(command, reply, keyOf(key))(identity)

  private def sent[R, A](command: C[R], reply: Class[R], key: Option[UUID])(
      of: Answer[R] => A
  ): CompletableFuture[A] =
    requireNamed(reply)
    val future = CompletableFuture[A]()
    ref
      .answerAsync(command, key)
      .map(answer => of(checked(answer, reply)))(using onVirtualThreads)
      .onComplete {
        case Success(value)  => future.complete(value): Unit
        case Failure(failed) => future.completeExceptionally(failed): Unit
      }(using ExecutionContext.parasitic)
    future

  override def toString: String = ref.toString

object JavaEntityRef:
  /** The same entity for Java. */
  def of[C[+_]](ref: EntityRef[C]): JavaEntityRef[C] = new JavaEntityRef(Objects.requireNonNull(ref, "ref"))

  // Callbacks may block there, unlike on the thread of an entity.
  private val onVirtualThreads: ExecutionContext =
    ExecutionContext.fromExecutor(task => Thread.ofVirtual.start(task): Unit)

  // A key that is null by mistake must not mean none: a retry would execute the command again.
  private def keyOf(key: UUID): Option[UUID] = Some(Objects.requireNonNull(key, "key"))

  private def requireNamed(reply: Class[?]): Unit = Objects.requireNonNull(reply, "class of the reply"): Unit

  private def checked[R](answer: Answer[R], reply: Class[R]): Answer[R] =
    val expected = MethodType.methodType(reply).wrap.returnType
    val value    = answer.value.asInstanceOf[AnyRef | Null]
    if value != null && !expected.isInstance(value) then
      throw ClassCastException(
        s"the reply is of the ${value.getClass}, and not of the $expected: the command was executed. Ask for the " +
          "type that the command has in its definition"
      )
    answer
