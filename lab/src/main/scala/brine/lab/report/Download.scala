package brine.lab.report

import java.io.ByteArrayOutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Base64
import java.util.zip.GZIPOutputStream

/** A file embedded in the page as a `data:` link. */
final case class Download(name: String, link: String)

object Download:
  def text(name: String, content: String): Download = of(name, "text/tab-separated-values", content.getBytes(UTF_8))

  /** Compressed, because raw results can be megabytes. */
  def compressed(name: String, content: Array[Byte]): Download =
    val out  = ByteArrayOutputStream()
    val gzip = GZIPOutputStream(out)
    gzip.write(content)
    gzip.close()
    of(name + ".gz", "application/gzip", out.toByteArray)

  private def of(name: String, kind: String, bytes: Array[Byte]): Download =
    Download(name, s"data:$kind;base64," + Base64.getEncoder.encodeToString(bytes))
