import { sha1, utf8 } from './hash.ts';

/** The last timestamp used. It keeps ids made in the same millisecond in the order in which they were made. */
let last = 0n;

/**
 * Returns a UUIDv7, sortable by creation time. Ids of one process are in order also within one millisecond.
 * @param nowMs milliseconds since 1970; only used for sorting, no decision depends on it
 * @param random fills 8 bytes with random values (`crypto.getRandomValues` on both sides, a seeded generator in tests)
 */
export function uuidv7(nowMs: number, random: (into: Uint8Array) => void): string {
  const now = BigInt(nowMs) << 12n;
  last = now > last ? now : last + 1n;
  const tail = new Uint8Array(8);
  random(tail);
  const stamp = last.toString(16).padStart(15, '0');
  tail[0] = 0x80 | ((tail[0] as number) & 0x3f);
  const rest = Array.from(tail, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${stamp.slice(0, 8)}-${stamp.slice(8, 12)}-7${stamp.slice(12)}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

const namespace = '6f1d2c5e-8a4b-5e39-9c07-2b7f4d1e0a63';

/** Returns the UUIDv5 of a name. Equal names give equal ids, so an answer's id follows from its question's. */
export function uuidv5(name: string): string {
  const seed = Uint8Array.from(namespace.replaceAll('-', '').match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = sha1(Uint8Array.from([...seed, ...utf8(name)])).slice(0, 16);
  digest[6] = 0x50 | ((digest[6] as number) & 0x0f);
  digest[8] = 0x80 | ((digest[8] as number) & 0x3f);
  const h = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
}

export const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const uuid = new RegExp(uuidPattern);

/** Returns the time in a version 7 UUID, in ms since 1970 by the clock of its maker; undefined for another version. */
export function timeOfId(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

/** Whether a value is a UUID in lower case, of any version. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuid.test(value);
}
