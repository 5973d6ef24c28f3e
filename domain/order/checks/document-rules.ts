import type { FileClaims } from '../../chat/file-claims.ts';
import { checkOf, type Check } from '../data/check.ts';
import { filesPath } from '../fields/file-path.ts';
import type { OrderDoc } from '../data/order.ts';
import { goodsToUs } from '../life/packing.ts';
import { buildsCells } from '../data/services.ts';
import { suppliesMaterial } from '../fields/supplied-material.ts';

/** Checks that ask for the documents without which the laboratory may not take what a customer sends. */

/** Kinds of documents, by what their file names contain. */
const documents = {
  safetySheet: /\bm?sds\b|safety.?data|안전보건/i,
  transport: /un.?38|sp.?310/i,
};

/**
 * Returns the checks of documents that are missing. A file whose name says that it is one satisfies its check. They
 * are notes, because a document may also come with the parcel: its packing list asks for it.
 */
export function documentChecks(doc: OrderDoc, files: readonly FileClaims[]): Check[] {
  const has = (kind: keyof typeof documents) => files.some(({ name }) => documents[kind].test(plain(name)));
  if (goodsToUs(doc) === 'cells') {
    return has('safetySheet') && has('transport') ? [] : [checkOf(doc, 'info', filesPath, 'DOC_CELLS', 'DOC_CELLS')];
  }
  const isMissing = buildsCells(doc) && suppliesMaterial(doc) && !has('safetySheet');
  return isMissing ? [checkOf(doc, 'info', filesPath, 'DOC_MATERIAL', 'DOC_MATERIAL')] : [];
}

/** Returns a file's name with spaces for the signs that stand for them. */
function plain(name: string): string {
  return name.replaceAll(/[_\-.]/g, ' ');
}
