package brine.entity.internal

/** A daemon thread that runs functions of users, such as codecs, and that no interrupt reaches: one of such a function
  * would end what else the thread does, or close the file that it writes.
  */
private[entity] class OwnThread(work: Runnable, name: String) extends Thread(null, work, name):
  setDaemon(true)

  override def interrupt(): Unit = ()
