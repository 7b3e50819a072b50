package brine.codec.internal.numbers

import brine.codec.{In, Out}

import java.time.{DateTimeException, Duration, Instant, LocalDate, LocalTime, ZoneOffset}

/** Times and durations, counted in the coarsest exact unit: 0 seconds, 1 milliseconds, 2 microseconds, 3 nanoseconds.
  *
  * Separate from `Out` and `In`, so that a Scala.js program without `java.time` links without a library for it.
  */
private[codec] object Times:
  /** Replaces a count that does not fit; no count has this code. */
  private inline val Escape = -1L

  private inline val NanosPerSecond = 1000000000
  private inline val FirstDay       = 18262L // 2020-01-01

  // Instant.MIN and MAX, LocalDate.MIN and MAX.
  private inline val MinInstantSecond = -31557014167219200L
  private inline val MaxInstantSecond = 31556889864403199L
  private inline val MinEpochDay      = -365243219162L
  private inline val MaxEpochDay      = 365241780471L

  private def unitOf(nanos: Int): Int =
    if nanos == 0 then 0 else if nanos % 1000000 == 0 then 1 else if nanos % 1000 == 0 then 2 else 3

  private def perSecond(unit: Int): Long =
    if unit == 0 then 1L else if unit == 1 then 1000L else if unit == 2 then 1000000L else 1000000000L

  private def nanosPer(unit: Int): Int =
    if unit == 0 then 1000000000 else if unit == 1 then 1000000 else if unit == 2 then 1000 else 1

  /** Constant divisors, which compilers turn into multiplications. */
  private def secondsOf(count: Long, unit: Int): Long =
    if unit == 0 then count
    else if unit == 1 then Math.floorDiv(count, 1000L)
    else if unit == 2 then Math.floorDiv(count, 1000000L)
    else Math.floorDiv(count, 1000000000L)

  /** Whether a time of `seconds` and a fraction can be counted in `unit`. */
  private def countable(seconds: Long, unit: Int): Boolean =
    val limit = Long.MaxValue / perSecond(unit) - 1
    unit == 0 || (seconds <= limit && seconds >= -limit)

  private def count(seconds: Long, nanos: Int, unit: Int): Long = seconds * perSecond(unit) + nanos / nanosPer(unit)

  /** The code of a time relative to a previous one: the zigzag difference shifted left by two, plus the unit. */
  private def code(seconds: Long, nanos: Int, previousSeconds: Long, previousNanos: Int): Long =
    val unit = unitOf(nanos)
    if !countable(seconds, unit) || !countable(previousSeconds, unit) then Escape
    else
      val now    = count(seconds, nanos, unit)
      val before = count(previousSeconds, previousNanos, unit)
      val delta  = now - before
      val zigzag = (delta << 1) ^ (delta >> 63)
      val wraps  = ((now ^ before) & (now ^ delta)) < 0
      if wraps || zigzag >>> 61 != 0 then Escape else zigzag << 2 | unit

  private def writeCode(out: Out, code: Long, seconds: Long, nanos: Int): Unit =
    out.writeUnsignedLong(code)
    if code == Escape then
      out.writeLong(seconds)
      out.writeUnsignedInt(nanos)

  def writeInstant(out: Out, value: Instant): Unit =
    if value == null then Out.refuseNull("Instant")
    val seconds = value.getEpochSecond
    val nanos   = value.getNano
    writeCode(out, code(seconds, nanos, out.previousSeconds, out.previousNanos), seconds, nanos)
    out.previousSeconds = seconds
    out.previousNanos = nanos

  def readInstant(in: In): Instant =
    val at      = in.position
    val code    = in.readUnsignedLong()
    val unit    = (code & 3).toInt
    var seconds = 0L
    var nanos   = 0
    if code == Escape then
      seconds = in.readLong()
      nanos = readNanos(in)
      checkEscape(in, at, this.code(seconds, nanos, in.previousSeconds, in.previousNanos))
    else
      checkCode(in, at, code)
      if !countable(in.previousSeconds, unit) then in.failAt(at, "an instant beyond the range of its unit")
      val before = count(in.previousSeconds, in.previousNanos, unit)
      val delta  = difference(code)
      val now    = before + delta
      if ((now ^ before) & (now ^ delta)) < 0 then in.failAt(at, "an instant beyond the range of its unit")
      seconds = secondsOf(now, unit)
      if !countable(seconds, unit) then in.failAt(at, "an instant beyond the range of its unit")
      nanos = (now - seconds * perSecond(unit)).toInt * nanosPer(unit)
      checkUnit(in, at, nanos, unit)
    if seconds < MinInstantSecond || seconds > MaxInstantSecond then in.failAt(at, "an instant out of range")
    in.previousSeconds = seconds
    in.previousNanos = nanos
    Instant.ofEpochSecond(seconds, nanos)

  def writeDuration(out: Out, value: Duration): Unit =
    if value == null then Out.refuseNull("Duration")
    val seconds = value.getSeconds
    val nanos   = value.getNano
    writeCode(out, code(seconds, nanos, 0L, 0), seconds, nanos)

  def readDuration(in: In): Duration =
    val at   = in.position
    val code = in.readUnsignedLong()
    if code == Escape then
      val seconds = in.readLong()
      val nanos   = readNanos(in)
      checkEscape(in, at, this.code(seconds, nanos, 0L, 0))
      Duration.ofSeconds(seconds, nanos)
    else
      checkCode(in, at, code)
      val unit    = (code & 3).toInt
      val now     = difference(code)
      val seconds = secondsOf(now, unit)
      val nanos   = (now - seconds * perSecond(unit)).toInt * nanosPer(unit)
      checkUnit(in, at, nanos, unit)
      Duration.ofSeconds(seconds, nanos)

  private def difference(code: Long): Long =
    val zigzag = code >>> 2
    (zigzag >>> 1) ^ -(zigzag & 1L)

  private def readNanos(in: In): Int =
    val at    = in.position
    val nanos = in.readUnsignedInt()
    if nanos < 0 || nanos >= NanosPerSecond then in.failAt(at, "nanoseconds are 0 to 999999999")
    nanos

  private def checkCode(in: In, at: Int, code: Long): Unit =
    if code < 0 then in.failAt(at, "a difference of more than 61 bits in place of a full time")

  private def checkEscape(in: In, at: Int, code: Long): Unit =
    if code != Escape then in.failAt(at, "a full time where a difference would do")

  private def checkUnit(in: In, at: Int, nanos: Int, unit: Int): Unit =
    if unitOf(nanos) != unit then in.failAt(at, "a time in a finer unit than it needs")

  def writeLocalDate(out: Out, value: LocalDate): Unit =
    if value == null then Out.refuseNull("LocalDate")
    out.writeLong(value.toEpochDay - FirstDay)

  def readLocalDate(in: In): LocalDate =
    val at  = in.position
    val day = in.readLong()
    // Compared before the addition, which might overflow.
    if day < MinEpochDay - FirstDay || day > MaxEpochDay - FirstDay then in.failAt(at, "a date out of range")
    LocalDate.ofEpochDay(day + FirstDay)

  def writeLocalTime(out: Out, value: LocalTime): Unit =
    if value == null then Out.refuseNull("LocalTime")
    val unit = unitOf(value.getNano)
    out.writeUnsignedLong(count(value.toSecondOfDay.toLong, value.getNano, unit) << 2 | unit)

  def readLocalTime(in: In): LocalTime =
    val at    = in.position
    val code  = in.readUnsignedLong()
    val unit  = (code & 3).toInt
    val count = code >>> 2
    if count >= 86400L * perSecond(unit) then in.failAt(at, "a time of day beyond 24 hours")
    val nanos = count * nanosPer(unit)
    checkUnit(in, at, (nanos % NanosPerSecond).toInt, unit)
    LocalTime.ofNanoOfDay(nanos)

  def writeZoneOffset(out: Out, value: ZoneOffset): Unit =
    if value == null then Out.refuseNull("ZoneOffset")
    val seconds = value.getTotalSeconds
    if seconds % 900 == 0 then out.writeUnsignedInt(zigzag(seconds / 900) << 1)
    else out.writeUnsignedInt(zigzag(seconds) << 1 | 1)

  def readZoneOffset(in: In): ZoneOffset =
    val at     = in.position
    val code   = in.readUnsignedInt()
    val zigzag = code >>> 1
    val count  = (zigzag >>> 1) ^ -(zigzag & 1)
    if (code & 1) == 0 then
      if count < -72 || count > 72 then in.failAt(at, "a zone offset beyond 18 hours")
      ZoneOffset.ofTotalSeconds(count * 900)
    else
      if count < -64800 || count > 64800 then in.failAt(at, "a zone offset beyond 18 hours")
      if count % 900 == 0 then in.failAt(at, "a zone offset in seconds that is whole quarter hours")
      ZoneOffset.ofTotalSeconds(count)

  private def zigzag(value: Int): Int = (value << 1) ^ (value >> 31)

  /** Builds a value from parts that are valid one by one but possibly not together. */
  inline def checked[A](in: In, at: Int, what: String)(inline make: A): A =
    try make
    catch case _: DateTimeException => in.failAt(at, what)
