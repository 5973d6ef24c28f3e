/** A device's id where none can be drawn: 64 hex digits that mean nothing. */
export function idByChance(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
