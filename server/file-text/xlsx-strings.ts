import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Returns the strings that the cells of an Excel file share. @param targets parts that the workbook refers to */
export async function sharedStrings(parts: ZipParts, targets: readonly string[]): Promise<string[]> {
  const strings: string[] = [];
  const part = targets.find((target) => target.endsWith('/sharedStrings.xml'));
  if (part === undefined || !parts.has(part)) return strings;
  let text = '';
  const state = new TextState();
  await readXml(parts, part, {
    open(name) {
      if (name === 'si') text = '';
      state.open(name);
    },
    text(more) {
      if (state.isText) text += more;
    },
    close(name) {
      state.close(name);
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

/** Whether the reader is inside text: not that of a reading aid for Japanese characters. */
export class TextState {
  #depth = 0;
  #aids = 0;

  get isText(): boolean {
    return this.#depth > 0 && this.#aids === 0;
  }

  open(name: string): void {
    if (name === 't') this.#depth++;
    if (name === 'rPh') this.#aids++;
  }

  close(name: string): void {
    if (name === 't') this.#depth--;
    if (name === 'rPh') this.#aids--;
  }
}
