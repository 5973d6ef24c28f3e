/**
 * Returns a random device id of 64 hex digits, for devices whose fingerprint is not available.
 * @param fill fills an array with random bytes
 */
export function randomDeviceId(fill: (into: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(32);
  fill(bytes);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
