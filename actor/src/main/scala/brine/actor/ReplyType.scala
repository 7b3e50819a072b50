package brine.actor

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration
import scala.quoted.*

/** Finds out at compile time which type of reply a request asks for.
  *
  * The compiler types the function that makes a request before it looks into it, and knows no better than `Any` unless
  * the type is named or expected: references are contravariant, so the address of a reply of type `Any` fits wherever
  * one is wanted. Which one is wanted says the parameter that it is passed to.
  */
object ReplyType:
  def ask[M: Type, R: Type](
      target: Expr[ActorRef[M]],
      request: Expr[ActorRef[R] => M],
      timeout: Expr[FiniteDuration]
  )(using Quotes): Expr[Future[R]] =
    reply[M, R](request) match
      case '[r] => '{ Asking.ask[M, r]($target, ${ taking[M, r](request) }, $timeout) }.asExprOf[Future[R]]

  def askBlocking[M: Type, R: Type](
      target: Expr[ActorRef[M]],
      request: Expr[ActorRef[R] => M],
      timeout: Expr[FiniteDuration]
  )(using Quotes): Expr[R] =
    reply[M, R](request) match
      case '[r] => '{ Asking.askBlocking[M, r]($target, ${ taking[M, r](request) }, $timeout) }.asExprOf[R]

  /** The function, for addresses of replies of this type. It may take addresses of replies of any type, and passes them
    * only to what wants this one.
    */
  private def taking[M: Type, R: Type](request: Expr[Any])(using Quotes): Expr[ActorRef[R] => M] =
    if request.isExprOf[ActorRef[R] => M] then request.asExprOf[ActorRef[R] => M]
    else '{ $request.asInstanceOf[ActorRef[R] => M] }

  /** The type of the reply: `R`, or what follows from the function where the compiler knows no better than `Any`. */
  private def reply[M: Type, R: Type](request: Expr[Any])(using Quotes): Type[?] =
    import quotes.reflect.*
    if !(TypeRepr.of[R] =:= TypeRepr.of[Any]) then Type.of[R]
    else
      function(request.asTerm) match
        case None                    => Type.of[R] // a function that is a value says what it takes
        case Some((parameter, body)) =>
          wanted(TypeRepr.of[M], parameter, body) match
            case Nil   => report.errorAndAbort(unknown, request)
            case types => types.reduce(OrType(_, _)).asType

  private val unknown =
    "the type of the reply does not follow from this function: name it, as in ref.ask[Int](Get(_), 1.second)"

  /** The parameter and the body of a function that is written in place. */
  private def function(using
      quotes: Quotes
  )(
      term: quotes.reflect.Term
  ): Option[(quotes.reflect.Symbol, quotes.reflect.Term)] =
    import quotes.reflect.*
    term match
      case Inlined(_, Nil, inner)        => function(inner)
      case Typed(inner, _)               => function(inner)
      case Lambda(List(parameter), body) => Some((parameter.symbol, body))
      case Block(_, inner)               => function(inner)
      case _                             => None

  /** The types `T` of all parameters `ActorRef[T]` that the address is passed to, or of the message if it is the
    * address itself. None if the address is used in another way, such as being given a name: whoever gets it there may
    * pass it on to where a reply of another type is wanted.
    */
  private def wanted(using
      quotes: Quotes
  )(
      message: quotes.reflect.TypeRepr,
      address: quotes.reflect.Symbol,
      body: quotes.reflect.Term
  ): List[quotes.reflect.TypeRepr] =
    import quotes.reflect.*
    var followed = 0 // uses of the address of which it is known where it goes

    object Used extends TreeAccumulator[Int]:
      def foldTree(count: Int, tree: Tree)(owner: Symbol): Int =
        tree match
          case name: Ident if name.symbol == address => count + 1
          case _                                     => foldOverTree(count, tree)(owner)

    object Found extends TreeAccumulator[List[TypeRepr]]:
      def foldTree(found: List[TypeRepr], tree: Tree)(owner: Symbol): List[TypeRepr] =
        tree match
          case Apply(called, arguments) =>
            val here =
              for
                ((argument, parameter), declared) <- arguments.zip(types(called.tpe)).zip(declaredTypes(called))
                if isAddress(argument) && !isAnything(declared)
                reply <- {
                  val wanted = replyOf(parameter)
                  if wanted.isDefined || isTop(parameter) then followed += 1
                  wanted
                }
              yield reply
            foldOverTree(found ::: here, tree)(owner)
          case Select(used, name) if isAddress(used) && isOfAll(tree.symbol) && name != "asInstanceOf" =>
            followed += 1 // such as toString, or ==
            foldOverTree(found, tree)(owner)
          case Repeated(arguments, kind) if isTop(kind.tpe) =>
            followed += arguments.count(isAddress)
            foldOverTree(found, tree)(owner)
          case _ => foldOverTree(found, tree)(owner)

    def isTop(kind: TypeRepr): Boolean = kind.widenByName match
      case ByNameType(result) => isTop(result)
      case result             => isRoot(result.typeSymbol)

    def isOfAll(method: Symbol): Boolean =
      isRoot(method.maybeOwner) || method.allOverriddenSymbols.exists(other => isRoot(other.maybeOwner))

    // Who gets something of such a type cannot use it as an address.
    def isRoot(kind: Symbol): Boolean =
      kind == defn.AnyClass || kind == defn.ObjectClass || kind == defn.MatchableClass

    def types(method: TypeRepr): List[TypeRepr] = method.widenTermRefByName match
      case MethodType(_, parameters, _) => parameters
      case PolyType(_, _, method)       => types(method)
      case _                            => Nil

    def declaredTypes(called: Term): List[TypeRepr] = called match
      case TypeApply(generic, _) => types(generic.tpe)
      case _                     => types(called.tpe)

    // A parameter of type `A` wants what it gets.
    def isAnything(declared: TypeRepr): Boolean = declared match
      case _: ParamRef => true
      case _           => false

    def isAddress(term: Term): Boolean = term match
      case Inlined(_, Nil, inner) => isAddress(inner)
      case Typed(inner, _)        => isAddress(inner)
      case NamedArg(_, inner)     => isAddress(inner)
      case other                  => other.symbol == address

    def replyOf(parameter: TypeRepr): Option[TypeRepr] =
      parameter.baseType(TypeRepr.of[ActorRef].typeSymbol) match
        case AppliedType(_, List(bounds: TypeBounds)) => Some(bounds.low)
        case AppliedType(_, List(reply))              => Some(reply)
        case _                                        => None

    val itself = if isAddress(body) then replyOf(message).toList else Nil
    if itself.nonEmpty then followed += 1
    val found = Found.foldTree(itself, body)(Symbol.spliceOwner)
    if Used.foldTree(0, body)(Symbol.spliceOwner) == followed then found else Nil
