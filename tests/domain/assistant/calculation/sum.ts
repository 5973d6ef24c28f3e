/**
 * A sum as users type it, with the result worked out by hand: the key of the result, its value and unit, and the part by
 * which it may differ.
 */
export type Sum = readonly [question: string, key: string, value: number, unit: string, tolerance: number];
