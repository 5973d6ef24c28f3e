import type { TFunction } from 'i18next';

const words = new Set(['cells', 'cycles', 'turns', 'rows']);

/** A unit as the reader's language says it: words are translated, symbols are the same everywhere. */
export function unitText(t: TFunction<'navigator'>, unit: string, count: number): string {
  return words.has(unit) ? t(`unit.${unit}`, { count }) : unit;
}
