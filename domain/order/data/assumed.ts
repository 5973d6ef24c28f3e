/** Values that no source confirms yet. */
const unconfirmed = {
  /** Share of the balanced capacity that remains after formation and use. */
  utilization: 0.97,
  /** Length of bare foil for the tab in mm. */
  tabGap_mm: 8,
  /** Wall of a prismatic can in mm. */
  canWall_mm: 0.8,
  /** Thickness of the laminate of a pouch in mm. */
  laminate_mm: 0.11,
  /** Sealed edge around the sheets of a pouch in mm. */
  seal_mm: 5,
  /** Narrowest sealed edge of a pouch whose size is given, in mm. */
  leastSeal_mm: 3,
  /** Folded edge on each side of a wound pouch in mm. */
  foldedSeal_mm: 3,
  /** Gap between a flat roll and each side of its can in mm. */
  rollGap_mm: 0.5,
  /** Room for the lid of a prismatic can, in mm. */
  lid_mm: 5,
} as const;

/** Values that estimates assume where an order does not contain them. */
export const assumed = {
  /** Mass fraction of the coating that stores charge. */
  activeFraction: 0.96,
  ...unconfirmed,
} as const;
