package brine.commandline

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8

/** What a piece of code returned and printed. */
final case class Captured[A](value: A, out: String, err: String)

object Captured:
  def apply[A](code: => A): Captured[A] =
    val out   = ByteArrayOutputStream()
    val err   = ByteArrayOutputStream()
    val value = Console.withOut(out)(Console.withErr(err)(code))
    Captured(value, out.toString(UTF_8), err.toString(UTF_8))
