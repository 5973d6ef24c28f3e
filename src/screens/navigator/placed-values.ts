import type { Values } from '#domain/order/check-texts.ts';

/** Values as i18next puts them into `{{0}}`, `{{1}}`, as they are. */
export function placed(values: Values): Record<string, unknown> {
  return { ...Object.fromEntries(values.entries()), interpolation: { escapeValue: false } };
}
