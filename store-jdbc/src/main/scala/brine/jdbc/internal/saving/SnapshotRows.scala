package brine.jdbc.internal.saving

import brine.journal.snapshot.EncodedSnapshot
import java.io.{
  ByteArrayInputStream,
  ByteArrayOutputStream,
  DataInputStream,
  DataOutputStream,
  EOFException,
  IOException
}
import java.sql.SQLException

/** The content of a snapshot as rows: its schema, then its parts, each with its length before it, in pieces. */
private[jdbc] object SnapshotRows:
  private final val Piece = 1 << 19

  def of(snapshot: EncodedSnapshot): Vector[Array[Byte]] =
    val all = ByteArrayOutputStream()
    val out = DataOutputStream(all)
    snapshot.parts.foreach: part =>
      out.writeInt(part.length)
      out.write(part)
    snapshot.schema.canonical +: all.toByteArray.grouped(Piece).toVector

  /** The parts.
    *
    * @param count
    *   how many there are
    * @throws java.sql.SQLException
    *   if the rows are not those of a snapshot
    */
  def parts(rows: Vector[Array[Byte]], count: Int): Vector[Array[Byte]] =
    val in = DataInputStream(ByteArrayInputStream(rows.toArray.flatten))
    try
      val all = Vector.fill(count):
        val length = in.readInt()
        if length < 0 || length > in.available then throw EOFException(s"a part of $length bytes")
        in.readNBytes(length)
      if in.available > 0 then throw IOException(s"${in.available} bytes follow the last part")
      all
    catch case error: IOException => throw SQLException(s"the snapshot is damaged: ${error.getMessage}", error)
