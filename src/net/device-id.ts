import { limits } from '#domain/limits.ts';
import { setCookie, storedDeviceId } from './stored-session.ts';

/** The device's fingerprint, which every request carries: made once, when the first request wants it, and then kept. */

let make: (() => Promise<string>) | undefined;
let making: Promise<string | undefined> | undefined;

/** Says how a fingerprint is made, where none is kept. */
export function makeDeviceIdBy(way: () => Promise<string>): void {
  make = way;
}

/**
 * The fingerprint; undefined where it cannot be made. While it is being made for the first time, calls wait for it; if
 * that takes too long, they go without it until it is there.
 */
export async function deviceId(): Promise<string | undefined> {
  const stored = storedDeviceId();
  if (stored !== undefined || make === undefined) return stored;
  making ??= Promise.race([make().then(keep, () => undefined), noMoreWaiting()]);
  return await making;
}

function noMoreWaiting(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, limits.deviceIdMs, undefined));
}

function keep(id: string): string {
  setCookie('deviceId', id);
  return id;
}
