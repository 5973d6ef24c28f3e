import { fileProblems } from '#domain/ground/file-text.ts';
import { addressFields } from '#domain/order/fields/address-fields.ts';
import { checkTexts } from '#domain/order/data/check-texts.ts';
import { electrodeFields, orderFields } from '#domain/order/fields/fields.ts';
import { hazardLevels } from '#domain/order/data/hazard-levels.ts';
import { lineTexts } from '#domain/order/data/line-texts.ts';
import { progressSteps } from '#domain/order/life/status.ts';
import { testFields } from '#domain/order/fields/test-fields.ts';
import { safetyTests, testTypes } from '#domain/order/data/tests.ts';
import { sentences } from '#domain/assistant/retrieval/sentences.ts';

/**
 * Returns the English texts of tables in `domain/`, which the server uses too, by their path in this namespace's locale
 * files.
 */
export function domainTexts(namespace: string): Map<string, string> {
  if (namespace === 'chat')
    return new Map([
      ...under('sentence', Object.entries(sentences)),
      ...under('fileProblem', Object.entries(fileProblems)),
    ]);
  return namespace === 'navigator' ? ofOrders() : new Map();
}

function ofOrders(): Map<string, string> {
  const fields = [...orderFields, ...addressFields, ...electrodeFields, ...testFields];
  return new Map([
    ...under('check', Object.entries(checkTexts)),
    ...under('line', Object.entries(lineTexts)),
    ...under(
      'hazard',
      hazardLevels.map(({ level, label }) => [String(level), label] as const),
    ),
    ...under(
      'hazardMeans',
      hazardLevels.map(({ level, definition }) => [String(level), definition] as const),
    ),
    ...under(
      'tests.for',
      [...testTypes, ...safetyTests].map(({ code, definition }) => [code, definition] as const),
    ),
    ...under(
      'progress',
      progressSteps.map((name) => [name, name] as const),
    ),
    ...under(
      'definition',
      fields.map(({ key, definition }) => [key, definition] as const),
    ),
    ...under(
      'basisOf',
      fields.map(({ key, basis }) => [key, basis] as const),
    ),
  ]);
}

function under(group: string, texts: readonly (readonly [string, string])[]): [string, string][] {
  return texts.map(([name, text]) => [`${group}.${name}`, text]);
}
