interface HazardLevel {
  level: number;
  /** Name in English, with its number. */
  label: string;
  definition: string;
}

/** Hazard levels of EUCAR, by level from 0; as on batterydesign.net, in our own words. */
export const hazardLevels: readonly HazardLevel[] = [
  { level: 0, label: '0 · no effect', definition: 'Nothing changes; the cell still works.' },
  {
    level: 1,
    label: '1 · passive protection activated',
    definition: 'A fuse or vent protects the cell; it can be repaired.',
  },
  { level: 2, label: '2 · defect or damage', definition: 'The cell is damaged for good, but nothing leaks or burns.' },
  { level: 3, label: '3 · leakage', definition: 'Less than half of the electrolyte’s mass is lost.' },
  { level: 4, label: '4 · venting', definition: 'Half of the electrolyte’s mass or more is lost.' },
  { level: 5, label: '5 · fire or flame', definition: 'The cell burns; it does not rupture.' },
  { level: 6, label: '6 · rupture', definition: 'The housing bursts and parts fly off.' },
  { level: 7, label: '7 · explosion', definition: 'The cell disintegrates.' },
];
