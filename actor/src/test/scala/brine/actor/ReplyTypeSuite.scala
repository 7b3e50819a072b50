package x

import brine.actor.*
import scala.concurrent.Future
import scala.concurrent.duration.*

class ReplyTypeSuite extends ActorTest:
  import ActorTest.*
  import ReplyTypeSuite.*

  private def withStore(body: ActorRef[Store] => Unit): Unit =
    withSystem: system =>
      body(
        system.spawn(Behavior.receive[Store]:
          case Store.Size(replyTo)             => replyTo ! 7
          case Store.Name(times, replyTo)      => replyTo ! "x" * times
          case Store.Get(key, replyTo)         => replyTo ! key.value
          case Store.Both(first, second)       => (first ! 1, second ! "ignored"): Unit
          case Store.Anything(replyTo)         => replyTo ! 'c'
          case Store.Wrapped(request, replyTo) => replyTo ! request.toString)
      )

  test("the type of the reply follows from where its address is passed to"):
    withStore: store =>
      val size = store.askBlocking(Store.Size(_), Limit)
      assertEquals(size + 1, 8)
      assertEquals(store.askBlocking(Store.Name(2, _), Limit).length, 2)
      assertEquals(store.askBlocking(to => Store.Name(replyTo = to, times = 3), Limit).length, 3)
      assertEquals(store.askBlocking(Store.Get(Key(List(1, 2)), _), Limit).sum, 3)
      assertEquals(store.askBlocking(to => if size > 0 then Store.Size(to) else Store.Size(to), Limit) + 1, 8)
      assertEquals(store.askBlocking(to => { val twice = 2; Store.Name(twice, to) }, Limit).length, 2)
      assertEquals(store.askBlocking(to => made(to), Limit) + 1, 8)
      assertEquals(store.askBlocking(to => new Request(to).message, Limit) + 1, 8)
      val future: Future[Int] = store.ask(Store.Size(_), 10.seconds)
      assertEquals(await(store.ask(Store.Size(_), 10.seconds)) + await(future), 14)

  test("the type follows through a block that makes the function"):
    withStore: store =>
      val size = store.askBlocking({ val one = 1; to => { assertEquals(one, 1); Store.Size(to) } }, Limit)
      assertEquals(size + 1, 8)
      val again = store.askBlocking({ assertEquals(size, 7); Store.Size(_) }, Limit)
      assertEquals(again + 1, 8)

  test("an address may be shown and compared"):
    withStore: store =>
      val size = store.askBlocking(
        to =>
          assert(to == to && to.toString.nonEmpty && s"$to".nonEmpty && to.hashCode == to.hashCode)
          println(to)
          Store.Size(to)
        ,
        Limit
      )
      assertEquals(size + 1, 8)

  test("a type that is named or expected is taken as it is"):
    withStore: store =>
      val number: AnyVal = store.askBlocking(Store.Size(_), Limit)
      assertEquals(number, 7: AnyVal)
      assertEquals(store.askBlocking[Int](Store.Size(_), Limit) + 1, 8)
      val make: ActorRef[String] => Store = Store.Name(1, _)
      assertEquals(store.askBlocking(make, Limit).length, 1)
      assertEquals(store.askBlocking(Store.Size.apply, Limit) + 1, 8)
      assertEquals(store.askBlocking((to: ActorRef[Int]) => Store.Size(to), Limit) + 1, 8)

  test("the address itself is the message"):
    withSystem: system =>
      val clock = system.spawn(Behavior.receive[ActorRef[Long]](_ ! 5L))
      assertEquals(clock.askBlocking(to => to, Limit) + 1, 6L)

  test("the reply to an address that is passed on twice is one of two types"):
    withStore: store =>
      val reply: Int | String = store.askBlocking(to => Store.Both(to, to), Limit)
      val found               = store.askBlocking(to => Store.Both(to, to), Limit)
      assertEquals(reply, 1)
      assertEquals(found match { case number: Int => number; case text: String => text.length }, 1)

  test("a request for anything gives anything"):
    withStore: store =>
      assertEquals(store.askBlocking(Store.Anything(_), Limit), 'c': Any)

  test("where the type does not follow, the compiler asks for it"):
    val errors = List(
      compileErrors("def f(s: ActorRef[Store]) = s.ask(to => Store.Size(to.contramap(_ => 1)), 1.second)"),
      compileErrors("def f(s: ActorRef[Store]) = s.ask(_ => Store.Name(1, null), 1.second)"),
      // What else gets the address might pass it on to where another reply is wanted.
      compileErrors(
        "def f(s: ActorRef[Store]) = s.ask(to => { val as = to; s ! Store.Size(to); Store.Name(1, as) }, 1.second)"
      ),
      compileErrors(
        "def f(s: ActorRef[Store]) = s.ask(to => { Some(to).map(s ! Store.Size(_)); Store.Name(1, to) }, 1.second)"
      ),
      compileErrors("def f(s: ActorRef[Store]) = s.ask(to => { to ! 'c'; Store.Name(1, to) }, 1.second)"),
      compileErrors(
        "def f(s: ActorRef[Any]) = s.ask(r => { s ! Store.Size(r); r.asInstanceOf[ActorRef[String]] }, 1.second)"
      ),
      compileErrors(
        "def f(s: ActorRef[Store]) = s.ask(to => { s ! Store.Size(to.contramap(_ + 1)); Store.Name(1, to) }, 1.second)"
      ),
      compileErrors("def f(s: ActorRef[ActorRef[Int]]) = s.ask(identity, 1.second)"),
      compileErrors("def f(s: ActorRef[Store]) = s.askBlocking(_ => Store.Name(1, null), 1.second)")
    )
    errors.foreach(error => assert(error.contains("name it, as in ref.ask[Int](Get(_), 1.second)"), error))

  test("a type that does not fit is refused"):
    assert(compileErrors("def f(s: ActorRef[Store]): Future[String] = s.ask(Store.Size(_), 1.second)").nonEmpty)
    assert(compileErrors("def f(s: ActorRef[Store]) = s.ask[String](Store.Size(_), 1.second)").nonEmpty)

private object ReplyTypeSuite:
  final case class Key[A](value: A)

  enum Store:
    case Size(replyTo: ActorRef[Int])
    case Name(times: Int, replyTo: ActorRef[String])
    case Get[A](key: Key[A], replyTo: ActorRef[A])
    case Both(first: ActorRef[Int], second: ActorRef[String])
    case Anything(replyTo: ActorRef[Any])
    case Wrapped(request: Any, replyTo: ActorRef[String])

  def made(replyTo: ActorRef[Int]): Store = Store.Size(replyTo)

  final class Request(replyTo: ActorRef[Int]):
    def message: Store = Store.Size(replyTo)
