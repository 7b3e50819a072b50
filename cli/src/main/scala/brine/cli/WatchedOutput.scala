package brine.cli

import java.io.{IOException, OutputStream}

/** The standard output; remembers why writing failed, which `PrintStream` hides. For one thread. */
private[cli] final class WatchedOutput(out: OutputStream) extends OutputStream:
  private var failure = Option.empty[IOException]

  private inline def watched(inline body: Unit): Unit =
    try body
    catch
      case error: IOException =>
        if failure.isEmpty then failure = Some(error)
        throw error

  override def write(byte: Int): Unit                                  = watched(out.write(byte))
  override def write(bytes: Array[Byte], from: Int, length: Int): Unit = watched(out.write(bytes, from, length))
  override def flush(): Unit                                           = watched(out.flush())

  /** The exit code of a command that returned this one. A reader that has left, as `head` does, has what it wanted;
    * other failures are reported.
    */
  def exitCode(ofCommand: Int): Int = failure match
    case Some(error) if ofCommand == 0 && !isPipe(error) =>
      Console.err.println(s"brine: the output could not be written: ${error.getMessage}")
      1
    case _ => ofCommand

  private def isPipe(error: IOException): Boolean = Option(error.getMessage).exists(_.contains("Broken pipe"))
