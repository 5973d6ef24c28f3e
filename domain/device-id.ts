/**
 * A device's id where none can be drawn: 64 hex digits that mean nothing.
 * @param fill fills bytes with randomness
 */
export function deviceIdByChance(fill: (into: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(32);
  fill(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
