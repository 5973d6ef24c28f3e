import { sha256Hex } from '../hash.ts';
import { canonicalJson } from '../json.ts';
import type { OrderDoc } from './order.ts';

/** The name of exactly this document: the same on both sides, whatever the order of its keys. A cleared field counts as absent. */
export function docHashOf(doc: OrderDoc): string {
  return sha256Hex(canonicalJson(Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null))));
}
