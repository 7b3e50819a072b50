package brine.lab.model;

/** What a site is built with. The order is the published one: formats that write ordinals depend on it. */
public enum SiteType {
  Unknown,
  Flash,
  Silverlight,
  Html5
}
