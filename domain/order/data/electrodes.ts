/** Electrodes of a cell; the fields of each have paths of their own. */
export const electrodes = ['cathode', 'anode'] as const;

export type Electrode = (typeof electrodes)[number];
