import type { Buyer } from '../store/subscriptions.ts';
import type { Words } from '../../documents/words.ts';

/** Returns the lines of a buyer's address, with the tax number. A name that begins the address is written once. */
export function addressLines({ say }: Words, { company, name, address, vat_id: number = '' }: Buyer): string[] {
  const lines = address.split('\n').map((line) => line.trim());
  const names = [company, name].filter((each) => each !== lines[0]);
  return [...names, ...lines, number === '' ? '' : say('invoice.taxNumber', { number })];
}
