package brine.lab.peers.prevayler

import java.util.Date
import org.prevayler.Transaction

/** One record: an event, or an array of Integers. */
@SerialVersionUID(1L)
private final class Append(record: AnyRef) extends Transaction[Count], java.io.Serializable:
  def executeOn(system: Count, executionTime: Date): Unit = system.append(record)

/** Several events in one transaction. */
@SerialVersionUID(1L)
private final class AppendAll(records: Array[Array[Byte]]) extends Transaction[Count], java.io.Serializable:
  def executeOn(system: Count, executionTime: Date): Unit = records.foreach(system.append)
