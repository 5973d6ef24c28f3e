import { conditionRules } from './condition-rules.ts';
import { programRules } from './program-rules.ts';
import { pulseRules } from './pulse-rules.ts';
import { safetyRules } from './safety-rules.ts';
import type { TestRule } from './test-rule.ts';
import { windowRules } from './window-rules.ts';

/** All rules about one test. */
export const testRules: readonly TestRule[] = [
  ...windowRules,
  ...conditionRules,
  ...programRules,
  ...pulseRules,
  ...safetyRules,
];
