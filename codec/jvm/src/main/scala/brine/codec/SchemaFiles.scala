package brine.codec

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** Reads lock files from paths and resources. JVM only. */
private[codec] trait SchemaFiles:
  /** Reads a lock file shipped with the program as a resource.
    *
    * @param name
    *   name of the resource, such as `/brine.schemas`; looked up by the thread's context class loader, then by Brine's
    *   own class loader
    * @return
    *   the schemas, or an error that gives line, problem and remedy; also if there is no such resource
    */
  def fromResource(name: String): Either[SchemasError, Schemas] =
    val path    = name.stripPrefix("/")
    val loaders = List(Thread.currentThread.getContextClassLoader, classOf[Schemas].getClassLoader)
    loaders.iterator.filter(_ != null).map(_.getResourceAsStream(path)).find(_ != null) match
      case None =>
        Left(SchemasError(0, s"there is no resource /$path", "put the lock file among the resources of the program"))
      case Some(stream) =>
        try read(s"the resource /$path", String(stream.readAllBytes, UTF_8))
        catch case error: IOException => Left(unreadable(s"the resource /$path", error))
        finally stream.close()

  /** Reads a lock file. A missing or unreadable file is returned as an error. */
  def fromPath(path: Path): Either[SchemasError, Schemas] =
    if !Files.exists(path) then
      Left(SchemasError(0, s"there is no file $path", "check the path, or let SchemaLockSuite write the file"))
    else
      try read(path.toString, Files.readString(path))
      catch case error: IOException => Left(unreadable(path.toString, error))

  private def read(where: String, text: String): Either[SchemasError, Schemas] =
    Schemas.parse(text).left.map(error => SchemasError(error.line, s"$where: ${error.problem}", error.remedy))

  private def unreadable(where: String, error: IOException): SchemasError =
    SchemasError(0, s"$where cannot be read: $error", "check that it is a text in UTF-8 which the program may read")
