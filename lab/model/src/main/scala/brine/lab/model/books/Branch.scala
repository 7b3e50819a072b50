package brine.lab.model.books

/** A node of a tree: a name of eleven characters from few, one of five colours, and the nodes below. */
final case class Branch(name: String, color: String, children: Seq[Branch])
