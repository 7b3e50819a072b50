package brine.journal.maintenance

import brine.journal.ReadError
import brine.journal.format.{Damage, UnknownVersion}
import java.io.IOException
import java.nio.file.Path

/** Returns internal exceptions as error values. */
private[journal] object Attempt:
  def apply[A](folder: Path)(body: => A): Either[ReadError, A] =
    try Right(body)
    catch
      case damage: Damage        => Left(ReadError.Corrupt(folder.resolve(damage.file), damage.offset, damage.problem))
      case newer: UnknownVersion => Left(ReadError.NewerFormat(folder.resolve(newer.file), newer.version))
      case error: IOException    => Left(ReadError.Failed(folder, error))
