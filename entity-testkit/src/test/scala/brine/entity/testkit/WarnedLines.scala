package brine.entity.testkit

import java.util.logging.{Handler, LogRecord, Logger}
import scala.collection.mutable

/** What entities and projections write to the log of a program. */
object WarnedLines:
  /** The lines that are written meanwhile. */
  def during(body: => Unit): Vector[String] =
    val lines   = mutable.ArrayBuffer.empty[String]
    val logger  = Logger.getLogger("brine.entity")
    val handler = new Handler:
      def publish(record: LogRecord): Unit = lines.synchronized(lines += record.getMessage): Unit
      def flush(): Unit                    = ()
      def close(): Unit                    = ()
    logger.addHandler(handler)
    try body
    finally logger.removeHandler(handler)
    lines.synchronized(lines.toVector)
