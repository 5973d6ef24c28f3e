import { rule, type CellRule } from './cell-rule.ts';
import { claimText, differenceIn } from './claim-differences.ts';
import { sentencesOf } from './claims.ts';
import type { Claim, ClaimKind } from '../data/claim.ts';
import type { CheckCode } from '../data/check-texts.ts';
import type { OrderDoc } from '../data/order.ts';

/** Rules that compare what title and notes say with the values of the order. */

type ComparedText = 'title' | 'notes';

/** Notes are compared for temperatures of tests only; they may mention other cells. */
const comparisons: readonly { code: CheckCode; in: ComparedText; kind: ClaimKind }[] = [
  { code: 'SAID_TEMPERATURE', in: 'title', kind: 'temperature' },
  { code: 'NOTES_TEMPERATURE', in: 'notes', kind: 'temperature' },
  { code: 'SAID_CAPACITY', in: 'title', kind: 'capacity' },
  { code: 'SAID_FORMAT', in: 'title', kind: 'format' },
  { code: 'SAID_CHEMISTRY', in: 'title', kind: 'chemistry' },
];

/** Returns the claims of a whole title, but of notes only those of the sentences about tests of these cells. */
function claimsIn(doc: OrderDoc, text: ComparedText): Claim[] {
  const value = doc[text];
  const sentences = typeof value === 'string' ? sentencesOf(value) : [];
  const counted =
    text === 'title'
      ? sentences
      : sentences.filter(
          ({ isAboutTests, isAboutOthers, claims }) =>
            isAboutTests && !isAboutOthers && differenceIn(doc, 'chemistry', claims) === undefined,
        );
  return counted.flatMap(({ claims }) => claims);
}

export const saidRules: readonly CellRule[] = comparisons.map(({ code, in: text, kind }) =>
  rule(code, 'warn', text, ({ doc }) => {
    const difference = differenceIn(doc, kind, claimsIn(doc, text));
    return difference && [claimText(difference.claim), difference.is];
  }),
);
