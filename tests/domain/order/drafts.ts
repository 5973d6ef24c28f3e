import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { testTypes } from '#domain/order/data/tests.ts';

interface Draft {
  name: string;
  verdict: 'right' | 'block' | 'warn';
  /** Paths of which one has the sentence that helps. */
  about: string[];
  doc: OrderDoc;
}

const [, ...drafts] = JSON.parse(readFileSync(join(import.meta.dirname, 'checks/buildable-drafts.json'), 'utf8')) as [
  unknown,
  ...Draft[],
];

/** Drafts that somebody wrote before the rules, without tests of types that cannot be ordered. */
export const judgedDrafts = drafts.filter(({ doc }) =>
  Object.entries(doc).every(([path, value]) => !path.endsWith('/type') || testTypes.some(({ code }) => code === value)),
);

/** Those that can be placed as they are. */
export const rightDrafts = judgedDrafts.filter(({ verdict }) => verdict === 'right');
