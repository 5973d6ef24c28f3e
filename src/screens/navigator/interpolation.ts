import type { Values } from '#domain/order/check-texts.ts';

/** Returns the i18next options that fill `{{0}}`, `{{1}}` with these values, without HTML escaping. */
export function interpolationOf(values: Values): Record<string, unknown> {
  return { ...Object.fromEntries(values.entries()), interpolation: { escapeValue: false } };
}
