/**
 * The figures that prices are computed from: amounts in integer cents of `currency`, shares as factors. Staff edit a
 * copy, which gets a new version; `version` is part of every quote's hash. `rate-card-figures.ts` lists what is edited.
 */
export interface RateCard {
  version: string;
  currency: string;
  prototypingSetup: number;
  coatingRecipe: number;
  /** Per electrode that is coated. */
  coatingRun: number;
  coatingPerMeterDouble: number;
  /** Price of assembly by the code of the format. */
  assemblyPerCell: Record<string, number>;
  /** Factor on the assembly price from this number of cells. Descending: the first matching row applies. */
  quantityDiscount: { from: number; share: number }[];
  /** Per cell; cells above `upTo_Ah` cost `large`. */
  formation: { upTo_Ah: number; small: number; large: number };
  /** Charged once per type of test in the order. */
  testSetup: number;
  /** Price of a channel per day, by the largest current. */
  channelDay: { upTo_A: number; price: number }[];
  /** Price of the chamber per cell and day; the first row whose range in °C contains the temperature applies. */
  chamberDay: { from: number; to: number; price: number }[];
  /** Charged once for an order with safety tests: bunker, instruments, cleaning. */
  safetyCampaign: number;
  /** Price of one cell in a safety sub-test; times the factor of its capacity. */
  safetyPerCell: Record<string, number>;
  /** Ascending: the first row that reaches the capacity of the cell applies. */
  safetyCapacityFactor: { upTo_Ah: number; factor: number }[];
  /** Price of one impedance spectrum of one cell. */
  spectrum: number;
  report: number;
  disposalPerKg: number;
  shippingRoad: number;
}

/** A rate card with its number, by which devices tell a newer card from an older one. The example card has number 1. */
export interface NumberedRateCard {
  number: number;
  card: RateCard;
}

/** Data that a device keeps for orders. */
export interface OrderingData extends NumberedRateCard {
  /** Address to which customers send their parcels; missing while the operator has set none. */
  laboratory?: string;
  /** Tax on invoices in basis points; missing in replies of older servers. */
  tax_bp?: number;
  /** Reason why no tax is added, in the seller's own words. */
  no_tax_reason?: string;
  /** The seller's time zone, in which the last day of a price ends; missing in replies of older servers. */
  time_zone?: string;
}

/**
 * The rate card of an installation in which none has been edited. EXAMPLE FIGURES, not market prices. Any changed
 * figure needs a new `version`.
 */
export const exampleRateCard: RateCard = {
  version: 'example-2026-1',
  currency: 'EUR',
  prototypingSetup: 450_00,
  coatingRecipe: 600_00,
  coatingRun: 250_00,
  coatingPerMeterDouble: 16_00,
  assemblyPerCell: {
    '18650': 95_00,
    '21700': 110_00,
    '26650': 120_00,
    '32140': 190_00,
    '4680': 320_00,
    '2032 coin': 25_00,
    'pouch single-layer': 60_00,
    'pouch multi-layer': 140_00,
    prismatic: 420_00,
  },
  quantityDiscount: [
    { from: 500, share: 0.75 },
    { from: 100, share: 0.85 },
    { from: 50, share: 0.9 },
    { from: 20, share: 0.95 },
    { from: 1, share: 1 },
  ],
  formation: { upTo_Ah: 10, small: 6_00, large: 18_00 },
  testSetup: 120_00,
  channelDay: [
    { upTo_A: 1, price: 3_00 },
    { upTo_A: 6, price: 6_00 },
    { upTo_A: 30, price: 14_00 },
    { upTo_A: 100, price: 32_00 },
    { upTo_A: 400, price: 85_00 },
  ],
  chamberDay: [
    { from: 25, to: 25, price: 0 },
    { from: -20, to: 60, price: 4_00 },
    { from: -40, to: 85, price: 9_00 },
  ],
  safetyCampaign: 500_00,
  safetyPerCell: {
    'Thermal Abuse': 480_00,
    Overcharge: 450_00,
    'Nail Penetration': 520_00,
    Crush: 560_00,
  },
  safetyCapacityFactor: [
    { upTo_Ah: 5, factor: 1 },
    { upTo_Ah: 25, factor: 1.4 },
    { upTo_Ah: 60, factor: 2 },
    { upTo_Ah: 150, factor: 3.2 },
    { upTo_Ah: 400, factor: 5 },
  ],
  spectrum: 4_00,
  report: 150_00,
  disposalPerKg: 18_00,
  shippingRoad: 140_00,
};

/** Returns a card with all figures: one that it lacks, because it is newer than the card, such as a format, has its example value. */
export function wholeRateCard(card: Partial<RateCard>): RateCard {
  const ofExample = <Name extends 'assemblyPerCell' | 'safetyPerCell'>(name: Name) => ({
    ...exampleRateCard[name],
    ...card[name],
  });
  return {
    ...exampleRateCard,
    ...card,
    assemblyPerCell: ofExample('assemblyPerCell'),
    safetyPerCell: ofExample('safetyPerCell'),
  };
}
