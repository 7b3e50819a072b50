package brine.entity.effect

/** Thrown by the function of [[Effects]] if another attempt cannot help: an address that does not exist, a card that
  * was declined. The effect is set aside at once. Each other exception means that it must be tried again.
  *
  * It counts only as itself, and not as the cause of another exception.
  */
class EffectRefusedException(message: String, cause: Throwable | Null) extends RuntimeException(message, cause):
  def this(message: String) = this(message, null)
