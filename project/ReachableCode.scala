import org.objectweb.asm.tree._
import org.objectweb.asm.util.{Textifier, TraceMethodVisitor}
import org.objectweb.asm.{ClassReader, Handle, Opcodes}

import java.io.{File, InputStream, PrintWriter, StringWriter}
import java.nio.file.Files
import scala.collection.JavaConverters._
import scala.collection.mutable

/** The methods that may run when those of some classes do: what they call, what that calls, and so on.
  *
  * Found in class files by rapid type analysis: a call through a class or trait reaches its implementations in those
  * classes alone that are made on the way. A library may call back whatever overrides a method of its own. Reflection
  * is not followed.
  *
  * @param classes
  *   the classes that are looked into, by internal name
  * @param library
  *   the class file of any other class, by its path
  */
final class ReachableCode private (classes: Map[String, ClassNode], library: String => Option[InputStream]) {
  import ReachableCode.Method

  private val reached     = mutable.Set.empty[Method]
  private val waiting     = mutable.Queue.empty[Method]
  private val initialized = mutable.Set.empty[String]
  private val made        = mutable.Set.empty[String]
  // The classes through which a method of this name and descriptor is called.
  private val calls          = mutable.Map.empty[String, mutable.Set[String]]
  private val libraryMethods = mutable.Map.empty[String, Set[String]]

  /** The methods as text, in the order of their names: equal for equal code, wherever its lines are. */
  def textFrom(roots: String => Boolean): String = {
    classes.keys.toSeq.sorted.filter(roots).foreach { root =>
      make(root)
      classes(root).methods.asScala.foreach(method => reach(root, method.name, method.desc))
    }
    while (waiting.nonEmpty) follow(waiting.dequeue())
    val text = new StringWriter
    val out  = new PrintWriter(text)
    reached.toSeq.sortBy(method => (method.owner, method.key)).foreach { method =>
      out.println(s"${method.owner} ${method.key}")
      val printer = new Textifier
      method.node.accept(new TraceMethodVisitor(printer))
      printer.print(out)
    }
    out.flush()
    text.toString
  }

  /** The classes that extend a class. */
  def subclasses(of: String): Set[String] =
    classes.keySet.filter(name => name != of && supertypes(name).contains(of)).toSet

  private def follow(method: Method): Unit = method.node.instructions.asScala.foreach {
    case call: MethodInsnNode =>
      if (call.getOpcode == Opcodes.INVOKESTATIC) initialize(call.owner)
      invoke(call.owner, call.name, call.desc)
    case made: TypeInsnNode if made.getOpcode == Opcodes.NEW =>
      initialize(made.desc)
      make(made.desc)
    case field: FieldInsnNode if field.getOpcode == Opcodes.GETSTATIC || field.getOpcode == Opcodes.PUTSTATIC =>
      initialize(field.owner)
    case lambda: InvokeDynamicInsnNode =>
      lambda.bsmArgs.foreach {
        case handle: Handle =>
          if (handle.getTag == Opcodes.H_NEWINVOKESPECIAL) make(handle.getOwner)
          initialize(handle.getOwner)
          invoke(handle.getOwner, handle.getName, handle.getDesc)
        case _ => ()
      }
    case _ => ()
  }

  /** A call: of the method itself, and of what overrides it in classes that are made or will be. */
  private def invoke(owner: String, name: String, descriptor: String): Unit = if (classes.contains(owner)) {
    reach(owner, name, descriptor)
    if (calls.getOrElseUpdate(name + descriptor, mutable.Set.empty).add(owner))
      made.toSeq.filter(supertypes(_).contains(owner)).foreach(reach(_, name, descriptor))
  }

  /** The method of this name in a class, or where the class inherits it from. */
  private def reach(owner: String, name: String, descriptor: String): Unit = classes.get(owner).foreach { node =>
    node.methods.asScala.find(method => method.name == name && method.desc == descriptor) match {
      case Some(found) =>
        val method = Method(owner, found)
        if (reached.add(method)) {
          waiting.enqueue(method)
          initialize(owner)
        }
      case None => parents(node).foreach(reach(_, name, descriptor))
    }
  }

  private def initialize(owner: String): Unit = if (classes.contains(owner) && initialized.add(owner)) {
    reach(owner, "<clinit>", "()V")
    Option(classes(owner).superName).foreach(initialize)
  }

  private def make(owner: String): Unit = if (classes.contains(owner) && made.add(owner)) {
    val types                 = supertypes(owner)
    val (ours, library)       = types.partition(classes.contains)
    lazy val ofLibrary        = library.flatMap(methodsOf)
    def isCalled(key: String) = calls.get(key).exists(_.exists(types.contains)) || ofLibrary(key)
    for {
      tpe    <- ours
      method <- classes(tpe).methods.asScala
      if (method.access & Opcodes.ACC_STATIC) == 0 && !method.name.startsWith("<") && isCalled(
        method.name + method.desc
      )
    } reach(tpe, method.name, method.desc)
  }

  private def parents(node: ClassNode): Seq[String] = Option(node.superName).toSeq ++ node.interfaces.asScala

  private def supertypes(owner: String): Set[String] = {
    val found                     = mutable.Set.empty[String]
    def visit(name: String): Unit = if (found.add(name)) classes.get(name).foreach(parents(_).foreach(visit))
    visit(owner)
    found.toSet
  }

  /** The methods of a class that is not looked into, inherited ones too, by name and descriptor. */
  private def methodsOf(name: String): Set[String] = libraryMethods.getOrElseUpdate(
    name, {
      val node = ReachableCode.read(library(s"$name.class").getOrElse(sys.error(s"no class file of $name")))
      node.methods.asScala.map(method => method.name + method.desc).toSet ++ parents(node).flatMap(methodsOf)
    }
  )
}

object ReachableCode {

  /** The code below a folder of class files. */
  def apply(folder: File, library: String => Option[InputStream]): ReachableCode = {
    val files = Files.walk(folder.toPath)
    try {
      val nodes =
        files.iterator.asScala.filter(_.toString.endsWith(".class")).map(file => read(Files.newInputStream(file)))
      new ReachableCode(nodes.map(node => node.name -> node).toMap, library)
    } finally files.close()
  }

  private def read(in: InputStream): ClassNode =
    try {
      val node = new ClassNode
      // Without line numbers, names of variables and what the verifier needs, none of which makes code do something
      // else.
      new ClassReader(in).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES)
      node
    } finally in.close()

  private final case class Method(owner: String, node: MethodNode) {
    def key: String                          = node.name + node.desc
    override def equals(other: Any): Boolean = other match {
      case that: Method => owner == that.owner && key == that.key
      case _            => false
    }
    override def hashCode: Int = (owner, key).hashCode
  }
}
