package brine.cli.codec

import brine.codec.{Schema, Schemas}
import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** Files that contain schemas: lock files, and the canonical bytes of one schema. */
private[cli] object SchemasFile:
  /** The schemas in a file, with their histories if it is a lock file; or, in one line, why it cannot be read. */
  def read(path: Path): Either[String, Schemas] =
    if !Files.isRegularFile(path) then Left(s"there is no file $path")
    else
      try of(Files.readAllBytes(path)).left.map(problem => s"$path: $problem")
      catch case error: IOException => Left(s"$path cannot be read: $error")

  /** The schemas in the bytes of a file. */
  def of(bytes: Array[Byte]): Either[String, Schemas] =
    if isLock(bytes) then Schemas.parse(String(bytes, UTF_8)).left.map(_.getMessage)
    else
      Schema
        .fromCanonical(bytes)
        .map(Schemas.of(_))
        .left
        .map(error => s"neither a lock file nor the canonical bytes of a schema: ${error.getMessage}")

  /** Whether the bytes start like a lock file. */
  def isLock(bytes: Array[Byte]): Boolean =
    String(bytes.take(LockStart.length + 3), UTF_8).stripPrefix("\ufeff").startsWith(LockStart)

  private val LockStart = "brine schemas"
