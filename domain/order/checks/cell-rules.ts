import { capacityRules } from './capacity-rules.ts';
import type { CellRule } from './cell-rule.ts';
import { coatingRules } from './coating-rules.ts';
import { rollRules } from './roll-rules.ts';
import { saidRules } from './said-rules.ts';
import { sheetRules } from './sheet-rules.ts';
import { tabRules } from './tab-rules.ts';

/** All rules about the cell design, and about what title and notes say of the order. */
export const cellRules: readonly CellRule[] = [
  ...rollRules,
  ...tabRules,
  ...sheetRules,
  ...coatingRules,
  ...capacityRules,
  ...saidRules,
];
