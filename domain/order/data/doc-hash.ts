import { sha256Hex } from '../../ground/hash.ts';
import { canonicalJson } from '../../ground/json.ts';
import type { OrderDoc } from './order.ts';

/** Returns the hash of a document, the same on both sides and for any key order. A cleared field counts as absent. */
export function docHashOf(doc: OrderDoc): string {
  return sha256Hex(canonicalJson(Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null))));
}
