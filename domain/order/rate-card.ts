/**
 * The rate card. EXAMPLE FIGURES, editable by an admin in time, not market prices. Money in integer cents.
 * A change of any figure needs a new version: the version is part of every quote's hash.
 */
export const rateCard = {
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
    '4680': 320_00,
    '2032 coin': 25_00,
    'pouch single-layer': 60_00,
    'pouch multi-layer': 140_00,
    prismatic: 420_00,
  } as Record<string, number>,
  /** Fewest cells a build pays for. */
  minCells: {
    '18650': 20,
    '21700': 20,
    '26650': 20,
    '4680': 10,
    '2032 coin': 5,
    'pouch single-layer': 5,
    'pouch multi-layer': 10,
    prismatic: 5,
  } as Record<string, number>,
  /** From so many cells on, assembly costs this share. */
  quantityDiscount: [
    { from: 500, share: 0.75 },
    { from: 100, share: 0.85 },
    { from: 50, share: 0.9 },
    { from: 20, share: 0.95 },
    { from: 1, share: 1 },
  ],
  formation: { upTo_Ah: 10, small: 6_00, large: 18_00 },
  /** Once per kind of test in the order. */
  testSetup: 120_00,
  /** A channel's day by the largest current it must carry. */
  channelDay: [
    { upTo_A: 1, price: 3_00 },
    { upTo_A: 6, price: 6_00 },
    { upTo_A: 30, price: 14_00 },
    { upTo_A: 100, price: 32_00 },
    { upTo_A: 400, price: 85_00 },
  ],
  /** A chamber's share per cell and day; the first row whose range holds the temperature. */
  chamberDay: [
    { from: 25, to: 25, price: 0 },
    { from: -20, to: 60, price: 4_00 },
    { from: -40, to: 85, price: 9_00 },
  ],
  report: 150_00,
  disposalPerKg: 18_00,
  shippingRoad: 140_00,
} as const;
