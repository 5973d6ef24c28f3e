import type { TextPage } from '#domain/ground/file-text.ts';
import { storableText } from '#domain/ground/text.ts';
import { Unreadable } from './unreadable.ts';

export const fileTextChars = 300_000;
export const fileTextPages = 300;

/** Collects the text of a file page by page. @throws Unreadable `tooLong` at the first page or character too many */
export class TextPages {
  readonly #pages: TextPage[] = [];
  #count = 0;
  #chars = 0;

  /** Adds a page, also when it is empty, which counts but is not kept. */
  add(page: TextPage['page'], text: string): void {
    this.#count++;
    const clean = cleanLines(text);
    this.#chars += clean.length;
    if (this.#count > fileTextPages || this.#chars > fileTextChars) throw new Unreadable('tooLong');
    if (clean !== '') this.#pages.push({ page, text: clean });
  }

  /** Returns the pages with text. @throws Unreadable `scanned` when there are none */
  done(): TextPage[] {
    if (this.#pages.length === 0) throw new Unreadable('scanned');
    return this.#pages;
  }
}

/** Control characters except line breaks and tabs, and characters that reorder or hide text. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}]/gu;

/** Returns a text without what is invisible, and without further spaces. */
export function cleanLines(text: string): string {
  return storableText(text)
    .replaceAll(/\r\n?/g, '\n')
    .replace(invisible, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
