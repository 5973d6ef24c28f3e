import { networkOf } from '../../ground/network.ts';
import type { Tx } from '../../database/db.ts';
import { countWithinHour } from './codes.ts';

/** Emergencies of guests that are recorded, and new cookie choices: per network and hour. */
export const keptEmergencies = 10;
export const keptConsents = 30;

/**
 * Records of what guests send without limit: beyond a number an hour from one network, it is answered and not recorded.
 * Both functions count one, and return whether it may be recorded.
 */
export async function mayKeepEmergency(tx: Tx, address: string): Promise<boolean> {
  const whose = `emergencies of ${networkOf(address, 32)}`;
  return (await countWithinHour(tx, whose, keptEmergencies)) === undefined;
}

export async function mayKeepConsent(tx: Tx, address: string): Promise<boolean> {
  const whose = `consents of ${networkOf(address, 32)}`;
  return (await countWithinHour(tx, whose, keptConsents)) === undefined;
}
