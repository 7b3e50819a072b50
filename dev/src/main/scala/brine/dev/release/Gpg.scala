package brine.dev.release

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

/** Signs files with the `gpg` on the PATH, as its user has set it up.
  *
  * @param key
  *   the id, fingerprint or address of a secret key; gpg's default key without one
  * @param environment
  *   added to that of this process, such as `GNUPGHOME`
  */
final class Gpg(key: Option[String], environment: Map[String, String] = Map.empty):

  /** Why nothing can be signed, if that is so. */
  def problem: Option[String] =
    val (code, out) = run("--list-secret-keys" :: "--with-colons" :: "--" :: key.toList)
    val hasKey      = code == 0 && out.linesIterator.exists(_.startsWith("sec:"))
    if hasKey then None
    else
      Some(
        key.fold("gpg has no secret key: make one with `gpg --full-generate-key`"): id =>
          s"gpg has no secret key '$id'; `gpg --list-secret-keys` lists those it has"
      )

  /** Writes the signature of a file beside it, or says what went wrong. */
  def sign(file: Path): Either[String, Unit] =
    val user        = key.toList.flatMap(id => List("--local-user", id))
    val output      = List("--output", Gpg.signature(file).toString)
    val (code, out) = run(user ::: output ::: List("--armor", "--detach-sign", "--", file.toString))
    Either.cond(code == 0, (), s"gpg did not sign ${file.getFileName}: ${Gpg.reason(out)}")

  /** What is wrong with the signature beside a file, if anything is. */
  def verify(file: Path): Option[String] =
    val (code, out) = run(List("--verify", "--", Gpg.signature(file).toString, file.toString))
    Option.when(code != 0)(s"the signature of ${file.getFileName} is not valid: ${Gpg.reason(out)}")

  private def run(arguments: List[String]): (Int, String) =
    val builder = ProcessBuilder(("gpg" :: "--batch" :: "--yes" :: "--no-tty" :: arguments)*).redirectErrorStream(true)
    environment.foreach((name, value) => builder.environment.put(name, value))
    val process = builder.start()
    process.getOutputStream.close()
    val out = String(process.getInputStream.readAllBytes(), UTF_8)
    (process.waitFor, out)

object Gpg:
  def signature(file: Path): Path = file.resolveSibling(file.getFileName.toString + ".asc")

  private def reason(out: String): String =
    out.linesIterator.map(_.trim).filter(_.nonEmpty).toList.lastOption.getOrElse("it gave no reason")
