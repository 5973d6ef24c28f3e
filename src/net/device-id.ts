import { setCookie, storedDeviceId } from './stored-session.ts';

/** The device's fingerprint, which every request carries: made once, when the first request wants it, and then kept. */

let make: (() => Promise<string>) | undefined;
let making: Promise<string | undefined> | undefined;

/** Says how a fingerprint is made, where none is kept. */
export function makeDeviceIdBy(way: () => Promise<string>): void {
  make = way;
}

/** The fingerprint; undefined where it cannot be made. */
export async function deviceId(): Promise<string | undefined> {
  const stored = storedDeviceId();
  if (stored !== undefined || make === undefined) return stored;
  making ??= make().then(keep, () => undefined);
  return await making;
}

function keep(id: string): string {
  setCookie('deviceId', id);
  return id;
}
