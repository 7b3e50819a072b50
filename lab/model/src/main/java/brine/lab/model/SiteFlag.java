package brine.lab.model;

/** What a site's owner pays for. The order is the published one: formats that write ordinals depend on it. */
public enum SiteFlag {
  Unknown,
  Free,
  Premium
}
