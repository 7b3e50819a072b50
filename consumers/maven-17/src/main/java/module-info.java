/** A program on the module path, where Brine's codec has the name that its manifest gives it. */
module brine.consumers.hello {
  requires brine.codec;
}
