import type { XmlHandler } from './xml.ts';

/** Elements of WordprocessingML and DrawingML, by what they mean for the text: their names agree. */
const breaks: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n' };

/**
 * Collects the text of paragraphs: a line each, and a line for each row of a table with its cells side by side.
 * @param onPageBreak called where a page begins inside the text
 */
export class Paragraphs implements XmlHandler {
  readonly #onPageBreak: () => void;
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
    const text = this.#text;
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
    else this.#text += breaks[name] ?? '';
  }

  text(text: string): void {
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    if (name === 'Fallback') this.#repeated--;
    if (this.#repeated > 0) return;
    if (name === 't') this.#isText = false;
    if (name === 'p') this.#text += this.#rows > 0 ? ' ' : '\n';
    if (name === 'tc') this.#text += '| ';
    if (name === 'tr') {
      this.#rows--;
      this.#text = `${this.#text.replace(/\s*\|\s*$/, '')}\n`;
    }
  }
}
