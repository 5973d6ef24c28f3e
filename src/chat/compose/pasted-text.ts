/**
 * Whether a paste is text although the clipboard has a picture too: spreadsheets and word processors add a picture of
 * the cells or words that were copied. A picture copied from a page has no words beside it.
 * @param data reads a format of the clipboard; empty without it
 */
export function isTextPasted(data: (format: string) => string, files: readonly Pick<File, 'type'>[]): boolean {
  if (files.some(({ type }) => !type.startsWith('image/')) || data('text/plain').trim() === '') return false;
  return wordsIn(data('text/html')) !== '';
}

/** Returns what a person reads of HTML. */
function wordsIn(html: string): string {
  return html.replaceAll(/<!--[\s\S]*?-->|<(head|style|script|title)\b[\s\S]*?<\/\1\s*>|<[^>]*>|&nbsp;/gi, '').trim();
}
