import type { KeptText } from './typed-fields.ts';

/**
 * The last keys before a page goes away. The browser drops what its database has not committed by then, so what is still
 * on its way there is handed over in local storage, which is written before the page is gone, and taken back by the next.
 */
export function stashTyped(place: string, texts: Readonly<Record<string, KeptText>>): void {
  if (Object.keys(texts).length > 0) localStorage.setItem(keyOf(place), JSON.stringify(texts));
}

/** What was handed over; it stays until it is dropped. */
export function stashedTexts(place: string): Record<string, KeptText> {
  const stored = localStorage.getItem(keyOf(place));
  const found: unknown = stored === null ? {} : JSON.parse(stored);
  if (typeof found !== 'object' || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).flatMap(([path, value]: [string, unknown]) => {
      const kept = keptText(value);
      return kept === undefined ? [] : [[path, kept]];
    }),
  );
}

export function dropStash(place: string): void {
  localStorage.removeItem(keyOf(place));
}

/** A typed text as it was kept, also by versions of the app that kept the text alone. */
export function keptText(value: unknown): KeptText | undefined {
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string')
    return undefined;
  if (!('base' in value) || (value.base !== null && typeof value.base !== 'string')) return { text: value.text };
  return { text: value.text, base: value.base };
}

function keyOf(place: string): string {
  return `vfp.typed.${place}`;
}
