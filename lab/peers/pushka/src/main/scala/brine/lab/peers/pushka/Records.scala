package brine.lab.peers.pushka

import pushka.{Ast, RW, Reader, Writer}
import pushka.json._

import brine.lab.model.books._

/** What Pushka's annotation writes for a record: an object with a member a field. */
private object Records {
  private def member[A](of: Ast, name: String)(implicit reader: Reader[A]): A = of match {
    case Ast.Obj(members) => reader.read(members(name))
    case other            => throw new IllegalArgumentException("not an object: " + other)
  }

  private def to[A](value: A)(implicit writer: Writer[A]): Ast = writer.write(value)

  implicit val clickRW: RW[Click] = new RW[Click] {
    def write(click: Click): Ast = Ast.Obj(Map("x" -> to(click.x), "on" -> to(click.on)))
    def read(ast: Ast): Click    = Click(member[Int](ast, "x"), member[Boolean](ast, "on"))
  }

  implicit val bookRW: RW[Book] = new RW[Book] {
    def write(book: Book): Ast = Ast.Obj(
      Map("id" -> to(book.id), "title" -> to(book.title), "author" -> to(book.author), "year" -> to(book.year))
    )
    def read(ast: Ast): Book = Book(
      member[String](ast, "id"),
      member[String](ast, "title"),
      member[String](ast, "author"),
      member[Int](ast, "year")
    )
  }

  implicit val branchRW: RW[Branch] = new RW[Branch] {
    def write(branch: Branch): Ast =
      Ast.Obj(Map("name" -> to(branch.name), "color" -> to(branch.color), "children" -> to(branch.children)))
    def read(ast: Ast): Branch =
      Branch(member[String](ast, "name"), member[String](ast, "color"), member[Seq[Branch]](ast, "children"))
  }
}
