package brine.build

import java.io.InputStream
import java.nio.file.{Files, Path}
import munit.FunSuite
import org.objectweb.asm.{ClassReader, ClassVisitor, Handle, MethodVisitor, Opcodes, Type}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The code that `Codec.derived` generates refers to no other classes of the codec than those the macro's
  * implementation mentions, for the build compiles derived codecs again after changes of those signatures alone
  * (`project/DerivedCodecs.scala`).
  */
class GeneratedReferencesSuite extends FunSuite:

  private val codecClasses = Path.of(sys.props("brine.codec.classes"))
  private val testClasses  = Path.of(sys.props("brine.codec.tests"))

  private lazy val mentioned: Set[String] =
    scala.io.Source.fromResource("brine/build/mentioned.txt").getLines().toSet

  /** The classes of the codec that a class refers to. */
  private def references(file: Path): Set[String] =
    val found                    = mutable.Set.empty[String]
    def add(name: String): Unit  = if Files.exists(codecClasses.resolve(s"$name.class")) then found += name: Unit
    def handle(value: Any): Unit = value match
      case handle: Handle                          => add(handle.getOwner)
      case tpe: Type if tpe.getSort == Type.OBJECT => add(tpe.getInternalName)
      case _                                       => ()
    read(file)(
      new ClassVisitor(Opcodes.ASM9):
        override def visitMethod(
            access: Int,
            name: String,
            descriptor: String,
            signature: String,
            exceptions: Array[String]
        ) =
          new MethodVisitor(Opcodes.ASM9):
            override def visitMethodInsn(
                code: Int,
                owner: String,
                name: String,
                descriptor: String,
                isInterface: Boolean
            ) =
              add(owner)
            override def visitFieldInsn(code: Int, owner: String, name: String, descriptor: String) = add(owner)
            override def visitTypeInsn(code: Int, tpe: String)                                      = add(tpe)
            override def visitLdcInsn(value: Any)                                                   = handle(value)
            override def visitInvokeDynamicInsn(
                name: String,
                descriptor: String,
                bootstrap: Handle,
                arguments: Object*
            ) =
              arguments.foreach(handle)
    )
    found.toSet

  private def superclass(file: Path): String =
    var name = ""
    read(file)(
      new ClassVisitor(Opcodes.ASM9):
        override def visit(
            version: Int,
            access: Int,
            own: String,
            signature: String,
            parent: String,
            interfaces: Array[String]
        ) =
          name = parent
    )
    name

  private def read(file: Path)(visitor: ClassVisitor): Unit =
    val in: InputStream = Files.newInputStream(file)
    try ClassReader(in).accept(visitor, ClassReader.SKIP_DEBUG)
    finally in.close()

  // The codecs of the evolution oracle extend Derived too, but no macro made them.
  private val handMade = testClasses.resolve("brine/codec/evolution/oracle")

  private lazy val derived: List[Path] =
    val files = Files.walk(testClasses)
    try
      files.iterator.asScala
        .filter(_.toString.endsWith(".class"))
        .filterNot(_.startsWith(handMade))
        .filter(file => superclass(file).startsWith("brine/codec/internal/codecs/Derived"))
        .toList
    finally files.close()

  // Givens that the tests import: the sources with these imports depend on them, and are compiled again if one of them
  // changes.
  private val imported = Set("brine.codec.javaapi.JavaTypes")

  test("the tests of the codec have derived codecs") {
    assert(derived.sizeIs > 100, s"only ${derived.size} classes in $testClasses extend Derived")
  }

  test("generated code refers to what the macro mentions") {
    // As the incremental compiler names a class and its companion.
    def sourceName(name: String) = name.replace('/', '.').replace('$', '.').reverse.dropWhile(_ == '.').reverse
    val missing                  = derived.flatMap(references).map(sourceName).toSet -- mentioned
    assertEquals(missing -- imported, Set.empty[String])
  }
