import { checkTexts } from '#domain/order/check-texts.ts';
import { electrodeFields, orderFields } from '#domain/order/fields.ts';
import { lineTexts } from '#domain/order/line-texts.ts';
import { progressSteps } from '#domain/order/status.ts';
import { testFields } from '#domain/order/test-fields.ts';

/**
 * The English sentences that stand in tables of `domain/`, where the server says them too: by their path in navigator.json
 * of every other language.
 */
export function domainTexts(): Map<string, string> {
  const fields = [...orderFields, ...electrodeFields, ...testFields];
  return new Map([
    ...under('check', Object.entries(checkTexts)),
    ...under('line', Object.entries(lineTexts)),
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
