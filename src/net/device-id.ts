import { randomDeviceId } from '#domain/account/device-id.ts';
import { setCookie, storedDeviceId } from './stored-session.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Longest wait of a call for the device fingerprint that it sends. */
export const deviceIdMs = 2 * SECOND;

/** The device's fingerprint, which every request carries. It is made for the first request, and then stored. */

let make: (() => Promise<string>) | undefined;
let making: Promise<string> | undefined;
/** Fingerprint as last read. If the browser deletes it under this page, it is stored again with the session. */
let last: string | undefined;

/** Sets the function that makes a fingerprint when none is stored. */
export function setDeviceIdMaker(way: () => Promise<string>): void {
  make = way;
}

/**
 * Returns the fingerprint. While it is made for the first time, calls wait for it for at most `deviceIdMs`.
 * After that they carry a random one until it is ready, so every call carries one.
 */
export async function deviceId(): Promise<string> {
  const stored = storedDeviceId();
  if (stored !== undefined) last = stored;
  if (last !== undefined) return last;
  making ??= Promise.race([drawn(), randomIdAfterTimeout()]);
  return await making;
}

async function drawn(): Promise<string> {
  const id = await (make?.().catch(idByChance) ?? idByChance());
  setCookie('deviceId', id);
  return id;
}

function idByChance(): string {
  return randomDeviceId((into) => crypto.getRandomValues(into));
}

async function randomIdAfterTimeout(): Promise<string> {
  return await new Promise((resolve) => setTimeout(() => resolve(idByChance()), deviceIdMs));
}
