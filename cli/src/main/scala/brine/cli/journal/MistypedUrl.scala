package brine.cli.journal

import java.util.Locale

/** Names of places that look like URLs, and are none that a command takes: as folders they would be created. */
private[journal] object MistypedUrl:
  private val databases = Map(
    "sqlite"     -> "sqlite",
    "sqlite3"    -> "sqlite",
    "postgresql" -> "postgresql",
    "postgres"   -> "postgresql",
    "pgsql"      -> "postgresql",
    "mariadb"    -> "mariadb",
    "mysql"      -> "mariadb"
  )

  // Not the letter of a drive.
  private val url = "([a-zA-Z][a-zA-Z0-9+.-]+):(?s)(.*)".r

  /** What is wrong with a name that looks like a URL, without its user, password and parameters; None for names of
    * folders and files, and for what begins with `jdbc:`.
    */
  def problem(name: String): Option[String] = name match
    case url(scheme, rest) if !LogPlace.isUrl(name) =>
      val known = scheme.toLowerCase(Locale.ROOT)
      if known == "jdbc" then Some(meant(bare(rest)))
      else if databases.contains(known) then Some(meant(s"${databases(known)}:${bare(rest)}"))
      else if known == "file" && rest.startsWith("/") then
        Some("a folder is named by its path alone, without file: before it")
      else Option.when(rest.startsWith("//"))(s"$known: is no folder, and no database here; ${Databases.examples}")
    case _ => None

  private def meant(rest: String): String =
    s"URLs of databases begin with jdbc: did you mean jdbc:$rest? (A folder of such a name is ./NAME)"

  // A password may have any character, so the last @ counts.
  private def bare(rest: String): String =
    rest.takeWhile(one => one != '?' && one != ';').replaceFirst("(?s)//.*@", "//")
