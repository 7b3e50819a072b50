package brine.actor.internal.observation

import brine.actor.{ActorInterceptor, ActorRef, InterceptorMembers, SystemInternals}

/** Calls interceptors. What one throws is reported, and the others are called all the same.
  *
  * With one interceptor its values travel as they are, with several in an array.
  */
private[internal] final class Interceptors private (system: SystemInternals, members: Array[ActorInterceptor]):
  def onSend(ref: ActorRef[?], message: Any): AnyRef =
    if Interceptors.calling.get != null then null
    else if members.length == 1 then guarded("onSend")(members(0).onSend(ref, message))
    else
      val values = new Array[AnyRef](members.length)
      var i      = 0
      while i < members.length do
        val member = members(i)
        values(i) = guarded("onSend")(member.onSend(ref, message))
        i += 1
      values

  def before(ref: ActorRef[?], message: Any, carried: AnyRef): AnyRef =
    if members.length == 1 then guarded("beforeHandler")(members(0).beforeHandler(ref, message, carried))
    else
      val values = carried.asInstanceOf[Array[AnyRef]] // null for what nobody sent
      val tokens = new Array[AnyRef](members.length)
      var i      = 0
      while i < members.length do
        val member = members(i)
        val value  = if values == null then null else values(i)
        tokens(i) = guarded("beforeHandler")(member.beforeHandler(ref, message, value))
        i += 1
      tokens

  def after(ref: ActorRef[?], message: Any, token: AnyRef, failure: Throwable): Unit =
    if members.length == 1 then end(members(0), ref, message, token, failure)
    else
      val tokens = token.asInstanceOf[Array[AnyRef]]
      var i      = members.length - 1
      while i >= 0 do
        end(members(i), ref, message, if tokens == null then null else tokens(i), failure)
        i -= 1

  private def end(
      member: ActorInterceptor,
      ref: ActorRef[?],
      message: Any,
      token: AnyRef,
      failure: Throwable
  ): Unit =
    val _ = guarded("afterHandler"):
      member.afterHandler(ref, message, token, failure)
      null

  private inline def guarded(method: String)(inline call: AnyRef): AnyRef =
    Interceptors.calling.set(this)
    try call
    catch
      case failure: Throwable =>
        report(method, failure)
        null
    finally Interceptors.calling.set(null)

  private def report(method: String, failure: Throwable): Unit =
    try system.listenerFailed(s"$method of an interceptor", failure)
    catch case _: Throwable => () // no memory, or a log that throws: the actor continues

private[internal] object Interceptors:
  /** Set while this thread is in an interceptor. What that sends is not intercepted, as it could call itself without
    * end.
    */
  private val calling = ThreadLocal[Interceptors]()

  /** Null if there is none. */
  def of(system: SystemInternals, interceptor: ActorInterceptor): Interceptors =
    val members = InterceptorMembers.of(interceptor)
    if members.length == 0 then null else Interceptors(system, members)
