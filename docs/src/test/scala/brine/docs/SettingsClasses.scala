package brine.docs

import brine.actor.{Backoff, Supervision}
import java.lang.reflect.{Method, Modifier}
import java.time.Duration

/** The classes of settings and options in the published modules, found by their shape. */
object SettingsClasses:
  /** Case classes that have named withers, or a constructor with default arguments. Cases of enums are no settings. */
  def all: List[Class[?]] =
    PublishedModules.classes.filter: one =>
      isCaseClass(one) && (one.getMethods.exists(isWither(one, _)) || hasDefaultArguments(one))

  private def isCaseClass(one: Class[?]): Boolean =
    classOf[scala.Product].isAssignableFrom(one) && !classOf[scala.reflect.Enum].isAssignableFrom(one) &&
      Modifier.isFinal(one.getModifiers) && !one.isRecord

  private def isWither(of: Class[?], method: Method): Boolean =
    method.getName.matches("with[A-Z]\\w*") && method.getParameterCount == 1 && method.getReturnType == of

  private def hasDefaultArguments(one: Class[?]): Boolean =
    Class
      .forName(one.getName + "$", false, one.getClassLoader)
      .getMethods
      .exists(_.getName.startsWith("$lessinit$greater$default$"))

  /** The names of the fields of a settings class, in the order of its constructor. */
  def fields(sample: Product): List[String] = sample.productElementNames.toList

  /** The withers of a field: one, or several for different types. */
  def withers(of: Class[?], field: String): List[Method] =
    of.getMethods.toList.filter(method => isWither(of, method) && method.getName == s"with${field.capitalize}")

  /** Those that are made by name: no set of values suits most programs. */
  private val madeByName: Map[Class[?], Product] = Map(
    classOf[Supervision] -> Supervision.restart(),
    classOf[Backoff]     -> Backoff(Duration.ofMillis(100), Duration.ofSeconds(10))
  )

  /** The defaults of a settings class, as a Java program gets them. */
  def sample(of: Class[?]): Product =
    madeByName.getOrElse(of, of.getMethod("defaults").invoke(null).asInstanceOf[Product])
