package brine.lab.model.records;

/** What a contact on the water is. */
public enum VesselKind {
  Barge,
  Buoy,
  Corvette,
  Crate,
  Decoy,
  Dinghy,
  Ferry,
  Frigate,
  Platform,
  Shell,
  Submarine,
  Torpedo,
  Tug
}
