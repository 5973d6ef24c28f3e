import type { Values } from '#domain/order/data/check-texts.ts';
import { namedIn } from '#domain/order/data/korean-names.ts';

/**
 * Returns the i18next options that fill `{{0}}`, `{{1}}` with these values. Codes among them get their names in the
 * language.
 */
export function interpolationOf(values: Values, language: string): Record<string, unknown> {
  const named = namedIn(language.startsWith('ko'), values);
  return Object.fromEntries(named.entries());
}
