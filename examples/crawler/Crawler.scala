package brine.examples.crawler

import brine.actor.*
import scala.annotation.tailrec
import scala.concurrent.Await
import scala.concurrent.duration.*

/** A web without a network: pages and the pages they link to. Reading a page blocks for a while, like a download. */
object Web:
  private val pages = Map(
    "/"            -> List("/about", "/docs", "/blog"),
    "/about"       -> List("/", "/team"),
    "/docs"        -> List("/docs/actors", "/docs/codec", "/docs/old"),
    "/docs/actors" -> List("/docs", "/docs/codec"),
    "/docs/codec"  -> List("/docs"),
    "/blog"        -> List("/blog/1", "/blog/2", "/"),
    "/blog/1"      -> List("/blog/2"),
    "/blog/2"      -> List("/blog/1", "/docs/actors"),
    "/team"        -> Nil
  )

  /** @throws java.io.FileNotFoundException if there is no such page */
  def read(path: String): List[String] =
    Thread.sleep(5)
    pages.getOrElse(path, throw java.io.FileNotFoundException(path))

object Fetcher:
  final case class Fetch(path: String, replyTo: ActorRef[Page])
  final case class Page(path: String, links: Either[String, List[String]])

/** Reads one page after the other. It blocks, so it runs on a virtual thread while it has messages. */
final class Fetcher extends Actor[Fetcher.Fetch]:
  protected def receive(fetch: Fetcher.Fetch): Unit =
    val links =
      try Right(Web.read(fetch.path))
      catch case _: java.io.FileNotFoundException => Left("not found")
    fetch.replyTo ! Fetcher.Page(fetch.path, links)

/** Crawls level by level: a pool of blocking actors reads the pages of a level, and a gatherer collects them. */
object Crawler:
  def main(arguments: Array[String]): Unit =
    val system = ActorSystem()
    try
      val blocking = ActorOptions(dispatcher = Dispatcher.Blocking, supervision = Supervision.restart())
      val fetchers = system.spawn(Router.poolOf[Fetcher.Fetch](8, options = blocking)(new Fetcher))

      @tailrec def crawl(level: Int, paths: Set[String], seen: Set[String]): Int =
        if paths.isEmpty then seen.size
        else
          val pages = system.gather[Fetcher.Page](paths.size, 1.minute)
          paths.foreach(path => fetchers ! Fetcher.Fetch(path, pages))
          val read = Await.result(pages.future, 1.minute).sortBy(_.path)
          println(s"level $level")
          read.foreach: page =>
            println(s"  ${page.path}: ${page.links.fold(identity, links => s"${links.size} links")}")
          val known = seen ++ paths
          crawl(level + 1, read.flatMap(_.links.getOrElse(Nil)).toSet -- known, known)

      println(s"${crawl(0, Set("/"), Set.empty)} pages")
    finally
      val _ = system.shutdown()
