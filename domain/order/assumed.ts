/** Values that estimates assume where an order does not contain them. */
export const assumed = {
  /** Mass fraction of the coating that stores charge. */
  activeFraction: 0.96,
  /** Share of the balanced capacity that remains after formation and use. From memory. */
  utilization: 0.97,
  /** Length of bare foil for the tab in mm. From memory. */
  tabGap_mm: 8,
  /** Wall of a prismatic can in mm. From memory. */
  canWall_mm: 0.8,
  /** Thickness of the laminate of a pouch in mm. From memory. */
  laminate_mm: 0.11,
  /** Sealed edge around the sheets of a pouch in mm. From memory. */
  seal_mm: 5,
  /** Room for the lid of a prismatic can, in mm. From memory. */
  lid_mm: 5,
} as const;
