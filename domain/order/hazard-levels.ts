/** Hazard levels of EUCAR, by level from 0; as on batterydesign.net, in our own words. */
export const hazardLevels: readonly { level: number; label: string; definition: string }[] = [
  { level: 0, label: 'No effect', definition: 'Nothing changes; the cell still works.' },
  {
    level: 1,
    label: 'Passive protection activated',
    definition: 'A fuse or vent protects the cell; it can be repaired.',
  },
  { level: 2, label: 'Defect or damage', definition: 'The cell is damaged for good, but nothing leaks or burns.' },
  { level: 3, label: 'Leakage', definition: 'Less than half of the electrolyte’s mass is lost.' },
  { level: 4, label: 'Venting', definition: 'Half of the electrolyte’s mass or more is lost.' },
  { level: 5, label: 'Fire or flame', definition: 'The cell burns; it does not rupture.' },
  { level: 6, label: 'Rupture', definition: 'The housing bursts and parts fly off.' },
  { level: 7, label: 'Explosion', definition: 'The cell disintegrates.' },
];
