import type { XmlHandler } from './xml.ts';

/** Elements of WordprocessingML and DrawingML, by what they mean for the text: their names agree. */
const breaks: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
]);

/**
 * Collects the text of paragraphs: a line each, and a line for each row of a table with its cells side by side.
 * @param onPageBreak called where a page begins inside the text
 */
export class Paragraphs implements XmlHandler {
  readonly #onPageBreak: () => void;
  #lines = '';
  /** The line that is being read. It is kept apart, because what looks at it would copy all text before it each time. */
  #text = '';
  #rows = 0;
  #isText = false;
  /** Depth of elements that repeat what stands elsewhere. */
  #repeated = 0;

  constructor(onPageBreak: () => void = () => undefined) {
    this.#onPageBreak = onPageBreak;
  }

  /** Returns the text since the last call. */
  take(): string {
    const text = this.#lines + this.#text;
    this.#lines = '';
    this.#text = '';
    return text;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    // The content again, for programs that do not know the first form.
    if (name === 'Fallback') this.#repeated++;
    if (this.#repeated > 0) return;
    if (name === 'lastRenderedPageBreak' || (name === 'br' && attributes['w:type'] === 'page')) this.#onPageBreak();
    else if (name === 't') this.#isText = true;
    else if (name === 'tr') this.#rows++;
    else this.#text += breaks.get(name) ?? '';
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === 'Fallback') this.#repeated--;
    if (this.#repeated > 0) return;
    if (name === 't') this.#isText = false;
    if (name === 'p' && this.#rows > 0) this.#text += ' ';
    else if (name === 'p') this.#endLine(this.#text);
    if (name === 'tc') this.#text += '| ';
    if (name === 'tr') {
      this.#rows--;
      const row = this.#text.trimEnd();
      this.#endLine(row.endsWith('|') ? row.slice(0, -1).trimEnd() : row);
    }
  }

  #endLine(line: string): void {
    this.#lines += `${line}\n`;
    this.#text = '';
  }
}
