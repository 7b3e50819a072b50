package brine.examples.site.stores

import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Try

/** The flag that names a store. It may have a password, which belongs into no message. */
private[stores] object StoreFlag:
  private val Password = "(?i)password=([^&]*)".r

  /** A text about a store, without the parts of its flag that are secret. */
  def withoutSecrets(flag: String, text: String): String =
    // What has a parameter of this name may be from elsewhere, or have the flag in another form.
    val known = Password.replaceAllIn(text, "password=…")
    secrets(flag).foldLeft(known)((left, secret) => left.replace(secret, "…"))

  private def secrets(flag: String): List[String] =
    val passwords = Password.findAllMatchIn(flag).map(_.group(1)).toList
    val users     = flag.lastIndexOf('@') match
      case -1 => Nil
      case at => List(flag.substring(0, at).drop(flag.indexOf("//") + 2))
    val all = passwords ++ users
    (all ++ all.flatMap(one => Try(URLDecoder.decode(one, UTF_8)).toOption)).distinct
      .filter(_.length >= ShortestReplaced)
      .sortBy(-_.length)

  /** Shorter ones are parts of words that say something else. */
  private val ShortestReplaced = 3
