import { storableText } from '#domain/ground/text.ts';
import type { XmlHandler } from './xml.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './zip-parts.ts';

/** Returns the strings that the cells of an Excel file share. @param part undefined for a file without them */
export async function sharedStrings(parts: ZipParts, part: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (part === undefined || !parts.has(part)) return strings;
  const text = new RichText();
  await readXml(parts, part, {
    open(name, attributes) {
      if (name === 'si') text.clear();
      text.open(name, attributes);
    },
    text: (more) => text.text(more),
    close(name) {
      text.close(name);
      if (name === 'si') strings.push(text.shown());
    },
  });
  return strings;
}

/** Collects the text of a string: its runs, without reading aids for Chinese characters; superscripts stay raised. */
export class RichText implements XmlHandler {
  #text = '';
  #raised = '';
  #isText = false;
  #isRaised = false;
  #aids = 0;

  get length(): number {
    return this.#text.length + this.#raised.length;
  }

  clear(): void {
    this.#text = '';
    this.#raised = '';
    this.#isRaised = false;
  }

  shown(): string {
    return cleanText(this.#text + raised(this.#raised, this.#text));
  }

  open(name: string, { val }: Readonly<Record<string, string>>): void {
    if (name === 't') this.#isText = true;
    else if (name === 'rPh') this.#aids++;
    else if (name === 'r') this.#isRaised = false;
    else if (name === 'vertAlign') this.#isRaised = val === 'superscript';
  }

  text(text: string): void {
    if (!this.#isText || this.#aids > 0) return;
    if (this.#isRaised) this.#raised += text;
    else {
      this.#text += raised(this.#raised, this.#text) + text;
      this.#raised = '';
    }
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#aids--;
    else if (name === 'r') this.#isRaised = false;
  }
}

const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [
    '0⁰',
    '1¹',
    '2²',
    '3³',
    '4⁴',
    '5⁵',
    '6⁶',
    '7⁷',
    '8⁸',
    '9⁹',
    '+⁺',
    '-⁻',
    '−⁻',
    '–⁻',
    '=⁼',
    '(⁽',
    ')⁾',
    'nⁿ',
    'iⁱ',
  ].map(([plain = '', sign = '']) => [plain, sign]),
);

/** Returns raised text as plain text: 10⁻³ is not 10-3. @param before the text that it stands behind */
function raised(text: string, before: string): string {
  const [, start = '', core = '', end = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  // Ordinals, footnotes before any text and signs such as ™ mean the same when they are not raised.
  if (core === '' || before === '' || /^(?:st|nd|rd|th|er|e|o|a|TM|™|®|©|℠|°|º|ª|[⁰¹²³⁴-⁹⁺⁻]+)$/.test(core))
    return text;
  if (core.split('').every((sign) => superscripts[sign] !== undefined))
    return start + core.replaceAll(/./gs, (sign) => superscripts[sign] ?? sign) + end;
  return `${start}^${/^[\p{L}\p{N}]+$/u.test(core) ? core : `(${core})`}${end}`;
}

/** Text as it is stored: composed, line breaks of one kind, and the characters that Excel writes as _x000D_. */
export function cleanText(text: string): string {
  const decoded = text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return storableText(decoded)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .normalize('NFC');
}
