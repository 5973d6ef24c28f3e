import type { FileClaim, FileClaims } from '../../chat/file-claims.ts';
import { checkOf, type Check } from '../data/check.ts';
import type { CheckCode } from '../data/check-texts.ts';
import { claimText, differenceIn } from './claim-differences.ts';
import { claimKinds, type ClaimKind } from '../data/claim.ts';
import { pathOfFile } from '../fields/file-path.ts';
import type { OrderDoc } from '../data/order.ts';

/** Checks that compare what the files of an order claim with its values. */

const codes: Record<ClaimKind, string> = {
  temperature: 'FILE_TEMPERATURE',
  capacity: 'FILE_CAPACITY',
  format: 'FILE_FORMAT',
  chemistry: 'FILE_CHEMISTRY',
};

const units: Record<ClaimKind, string> = { temperature: ' °C', capacity: ' Ah', format: '', chemistry: '' };

/** Returns the checks of the files that the server has read. */
export function fileChecks(doc: OrderDoc, files: readonly FileClaims[]): Check[] {
  return files.flatMap((file) => {
    const path = pathOfFile(file.id);
    if (file.problem !== undefined) return [checkOf(doc, 'info', path, 'FILE_UNREAD', 'FILE_UNREAD', [file.name])];
    const claims = file.claims.filter((claim) => isAboutOrder(doc, claim));
    return claimKinds.flatMap((kind) => {
      const difference = differenceIn(doc, kind, claims);
      if (difference === undefined) return [];
      const { claim, is } = difference;
      const [says, has] = [claimText(claim), is].map((value) => value + units[kind]);
      const values = [file.name, claim.page, says ?? '', has ?? '', claim.quote];
      return [checkOf(doc, 'warn', path, codes[kind], textFor(claim), values)];
    });
  });
}

/** Whether a claim may be about the cells of the order: a temperature beside another chemistry is about other cells. */
function isAboutOrder(doc: OrderDoc, { kind, chemistries }: FileClaim): boolean {
  if (kind === 'chemistry') return true;
  const beside = chemistries.map((value) => ({ kind: 'chemistry' as const, value }));
  return differenceIn(doc, 'chemistry', beside) === undefined;
}

function textFor({ kind, page }: FileClaim): CheckCode {
  const isPage = typeof page === 'number';
  if (kind === 'temperature') return isPage ? 'FILE_PAGE_TESTS' : 'FILE_SHEET_TESTS';
  return isPage ? 'FILE_PAGE_ORDER' : 'FILE_SHEET_ORDER';
}
