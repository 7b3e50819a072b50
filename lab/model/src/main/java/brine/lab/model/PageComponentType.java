package brine.lab.model;

/** The kind of a component on a page. The order is the published one: formats that write ordinals depend on it. */
public enum PageComponentType {
  Unknown,
  Text,
  Button,
  Blog
}
