package brine.codec.bench.datasets

private[bench] object FixedAccessLog extends FixedCodec[AccessLog]:
  def write(out: FixedBuffer, log: AccessLog): Unit = FixedCodec.writeAll(out, log.records)(record(out, _))

  private def record(out: FixedBuffer, record: LogRecord): Unit =
    val address = record.address
    out.room(4)
    out.putByte(address.a)
    out.putByte(address.b)
    out.putByte(address.c)
    out.putByte(address.d)
    out.putText(record.identity, 0)
    out.putText(record.userId, 0)
    out.putText(record.date, 0)
    out.putText(record.request, 10)
    out.putShort(record.code)
    out.putLong(record.size)

  def read(in: FixedBuffer): AccessLog =
    val records = FixedCodec.readAll(in)(record(in))
    AccessLog(records)

  private def record(in: FixedBuffer): LogRecord = LogRecord(
    Address(part(in), part(in), part(in), part(in)),
    in.getText(),
    in.getText(),
    in.getText(),
    in.getText(),
    in.getShort(),
    in.getLong()
  )

  private def part(in: FixedBuffer): Short = (in.getByte() & 0xff).toShort
