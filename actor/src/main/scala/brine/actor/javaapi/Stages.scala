package brine.actor.javaapi

import java.util.concurrent.{CompletableFuture, CompletionException, CompletionStage}
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success, Try}

/** Futures of Scala as those of Java, and the other way round. Both complete on the thread that completes the first. */
private[javaapi] object Stages:
  def toJava[A](future: Future[A]): CompletableFuture[A] =
    val result = CompletableFuture[A]()
    future.onComplete {
      case Success(value)   => result.complete(value): Unit
      case Failure(failure) => result.completeExceptionally(failure): Unit
    }(using ExecutionContext.parasitic)
    result

  /** Without a result. */
  def done(future: Future[Unit]): CompletableFuture[Void] =
    toJava(future.map(_ => null.asInstanceOf[Void])(using ExecutionContext.parasitic))

  def toScala[A](stage: CompletionStage[? <: A]): Future[A] =
    val result = Promise[A]()
    stage.whenComplete: (value, failure) =>
      if failure == null then result.success(value): Unit else result.failure(causeOf(failure)): Unit
    result.future

  /** Calls a function of Java with the value and null, or with null and the failure. */
  def both[A, B](function: java.util.function.BiFunction[? >: A, ? >: Throwable, ? <: B])(result: Try[A]): B =
    result match
      case Success(value)   => function(value, null)
      case Failure(failure) => function(null.asInstanceOf[A], failure)

  // Stages that depend on others wrap failures.
  private def causeOf(failure: Throwable): Throwable = failure match
    case wrapped: CompletionException if wrapped.getCause != null => wrapped.getCause
    case other                                                    => other
