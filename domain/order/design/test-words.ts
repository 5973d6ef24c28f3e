import type { SafetyTest, TestType } from '../data/tests.ts';

/** Words of a text about tests of cells, in English and Korean. */

interface TestWord<Type> {
  spelt: RegExp;
  type: Type;
}

export const testWords: readonly TestWord<TestType>[] = [
  { spelt: /\bcycl(?:e|ing)\b(?:[- ]?(?:life|ag(?:e)?ing))?|(?<!\d ?)사이클(?: ?수명)?|수명/gi, type: 'Cycle' },
  { spelt: /\bRPTs?\b|\breference (?:parameter|performance)\b/gi, type: 'RPT' },
  { spelt: /\bpulses?(?: power)?\b|\bHPPC\b|\bDC-? ?IR\b|펄스/gi, type: 'Pulse' },
  { spelt: /\brate[- ](?:capability|performance)\b|\brate(?= test)|율 ?특성/gi, type: 'Rate' },
  {
    spelt: /\bcalend(?:ar|ric)\b(?: (?:ag(?:e)?ing|life)\b)?|\bstorage(?= test)|캘린더|저장(?= ?시험)/gi,
    type: 'Calendar',
  },
];

export const safetyWords: readonly TestWord<SafetyTest>[] = [
  { spelt: /\bnail\b(?: penetration\b)?|(?:못 ?)?관통/gi, type: 'Nail Penetration' },
  { spelt: /\bcrush\b|압착|압괴/gi, type: 'Crush' },
  { spelt: /\bovercharge\b|과충전/gi, type: 'Overcharge' },
  { spelt: /\bthermal abuse\b|열 ?남용|열 ?노출/gi, type: 'Thermal Abuse' },
];

/** Words for tests of any kind. */
export const generalTestWords = /\btest(?:s|ed|ing)?\b|시험|테스트/gi;

/** The customer has the cells and sends them. */
export const ownCellWords =
  /\b(?:we|i)(?:'ll| will| can| would)? (?:send|ship|supply|provide|deliver)\b|\b(?:our|my) own cells|\bcells (?:are|will be) sent\b|\b(?:only test|tests? only|testing only|only testing)|보내|시험만|테스트만/i;

/** Cells are made, too, not only tested. */
export const withTestWords = /prototyp|build|make|making|and test|plus|시제품|제작|만들|포함|함께/i;

/** Between a cell and tests that it is to have. */
export const testConnectors = /[,;.+&]|\b(?:with|and|incl\w*)\b|(?:^|\s|\0)(?:와|과|및)(?=\s)|가격|견적/i;
