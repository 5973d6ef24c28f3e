import { randomDeviceId } from '#domain/device-id.ts';
import { limits } from '#domain/limits.ts';
import { setCookie, storedDeviceId } from './stored-session.ts';

/** The device's fingerprint, which every request carries: made once, when the first request wants it, and then kept. */

let make: (() => Promise<string>) | undefined;
let making: Promise<string> | undefined;

/** Says how a fingerprint is made, where none is kept. */
export function makeDeviceIdBy(way: () => Promise<string>): void {
  make = way;
}

/**
 * The fingerprint. While it is being made for the first time, calls wait for it; if that takes too long, they carry one
 * made by chance until it is there. No call goes without.
 */
export async function deviceId(): Promise<string> {
  const stored = storedDeviceId();
  if (stored !== undefined) return stored;
  making ??= Promise.race([drawn(), noMoreWaiting()]);
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

async function noMoreWaiting(): Promise<string> {
  return await new Promise((resolve) => setTimeout(() => resolve(idByChance()), limits.deviceIdMs));
}
