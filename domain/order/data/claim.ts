/** Claims that a text makes about cells and their tests. */

export const claimKinds = ['temperature', 'capacity', 'format', 'chemistry'] as const;
export type ClaimKind = (typeof claimKinds)[number];

export interface Claim {
  kind: ClaimKind;
  /** °C, Ah, the code of a format, or the name of a chemistry. */
  value: number | string;
  /** Deviation that a text allows, as in 25 ± 2 °C. */
  spread?: number;
  /** Other values that the text may mean: 1,200 Ah may be 1.2 Ah, and "– 25 °C" a dash before 25 °C. */
  or?: number[];
}
