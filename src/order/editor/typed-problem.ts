import type { TFunction } from 'i18next';
import { cutText } from '#domain/ground/text.ts';
import { readingOf } from './typed-fields.ts';

/** Characters of a typed text that are repeated away from its field. */
const repeatedChars = 60;

/** Returns why a typed text is not accepted, as its field says it; undefined if it is. */
export function problemOfTypedText(t: TFunction<'navigator'>, path: string, text: string): string | undefined {
  const reading = readingOf(path, text);
  if (reading === undefined || !('problem' in reading)) return undefined;
  return reading.problem === 'refused'
    ? t(`says.${reading.said.key}`, reading.said.values)
    : t(`problem.${reading.problem}`);
}

/** Returns the same for a place away from the field: a text that cannot be read is repeated there. */
export function problemElsewhere(t: TFunction<'navigator'>, path: string, text: string): string {
  const reading = readingOf(path, text);
  const isRefused = reading !== undefined && 'problem' in reading && reading.problem === 'refused';
  const refused = isRefused ? problemOfTypedText(t, path, text) : undefined;
  const repeated = cutText(text, repeatedChars, '…');
  return refused ?? t('unreadable', { text: repeated });
}
