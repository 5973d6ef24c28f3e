import { fontFiles, runsOf, unknownLetter, type FontName } from './fonts.ts';
import { unpackedFont } from './unpacked-font.ts';
import type { Words } from './words.ts';

/** Writes a document on A4 from top to bottom, with numbered pages. The same calls give the same bytes. */

export const edge = 56;
export const width = 595.28 - 2 * edge;
const bottom = 841.89 - 64;
const ink = '#15202c';
export const pale = '#5a697a';

export interface Style {
  size?: number;
  bold?: boolean;
  color?: string;
  x?: number;
  width?: number;
  align?: 'left' | 'right' | 'center';
}

export interface Pen {
  y: number;
  /** Canvas for drawings; texts go through `write`. */
  canvas: PDFKit.PDFDocument;
  write(text: string, style?: Style): void;
  /** @param below height of what must stand on the same page as the heading */
  heading(text: string, below?: number): void;
  down(points: number): void;
  rule(): void;
  /** Whether this height is left on the page. */
  fits(points: number): boolean;
  /** Goes to a new page where less than this height is left. */
  need(points: number): void;
  /** Whether a letter was replaced by a box. */
  metUnknown(): boolean;
}

interface DocumentHead {
  title: string;
  /** Stands at the foot of each page. */
  foot: string;
  date: Date;
  words: Words;
}

/** Creates a document with a foot and a number on each page. @returns its bytes after `draw` has drawn it */
export async function documentOf({ foot, ...about }: DocumentHead, draw: (pen: Pen) => void): Promise<Buffer> {
  return await blankDocument(about, (pen) => {
    draw(pen);
    const { canvas } = pen;
    const { count } = canvas.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      canvas.switchToPage(page);
      canvas.page.margins.bottom = 0;
      pen.y = bottom + 16;
      pen.write(foot, { size: 8, color: pale });
      pen.y = bottom + 16;
      const number = about.words.say('page', { page: page + 1, pages: count });
      pen.write(number, { size: 8, color: pale, align: 'right' });
    }
  });
}

/** Creates a document whose pages have only what `draw` draws. @returns its bytes */
export async function blankDocument(
  { title, date, words }: Omit<DocumentHead, 'foot'>,
  draw: (pen: Pen) => void,
): Promise<Buffer> {
  // Loaded on first use: it takes a tenth of an idle server's memory, and most days it is not needed.
  const { default: Pdf } = await import('pdfkit');
  const document = new Pdf({
    size: 'A4',
    margin: edge,
    bufferPages: true,
    lang: words.language,
    displayTitle: true,
    info: { Title: title, CreationDate: date, ModDate: date },
  });
  const done = bytesOf(document);
  draw(penOn(document));
  document.end();
  return await done;
}

/** Writes lines from top to bottom, each letter in a font that has it. */
function penOn(document: PDFKit.PDFDocument): Pen {
  for (const [name, file] of Object.entries(fontFiles)) document.registerFont(name, fontData(file));
  const has = glyphsOf(document);
  let met = false;
  return {
    y: edge,
    canvas: document,
    write(text, { size = 10, bold = false, color = ink, x = edge, width: most = width, align = 'left' } = {}) {
      const runs = runsOf(text, bold, has);
      met ||= runs.some((run) => run.text.includes(unknownLetter));
      document.fontSize(size).fillColor(color);
      document.y = this.y;
      // Several runs are aligned as one: the package would align each of them.
      const widths = runs.length > 1 ? runs.map((run) => document.font(run.font).widthOfString(run.text)) : [];
      const free = most - widths.reduce((sum, each) => sum + each, 0);
      const isMoved = runs.length > 1 && align !== 'left' && free > 0;
      const from = isMoved ? x + (align === 'right' ? free : free / 2) : x;
      document.x = from;
      runs.forEach((run, at) => {
        const options = { width: most, align: isMoved ? 'left' : align, continued: at < runs.length - 1, lineGap: 3 };
        document.font(run.font).fontSize(size);
        if (at === 0) document.text(run.text, from, this.y, options);
        else document.text(run.text, options);
      });
      this.y = document.y;
    },
    heading(text, below = 45) {
      this.need(35 + below);
      this.down(14);
      this.write(text, { size: 13, bold: true });
      this.down(4);
    },
    down(points) {
      this.y += points;
    },
    rule() {
      document
        .moveTo(edge, this.y + 2)
        .lineTo(edge + width, this.y + 2)
        .lineWidth(0.5)
        .stroke(pale);
      this.y += 10;
    },
    fits(points) {
      return this.y + points <= bottom;
    },
    need(points) {
      if (this.fits(points)) return;
      document.addPage();
      this.y = edge;
    },
    metUnknown: () => met,
  };
}

/** Returns a function that says whether a font has a letter, and remembers it. */
function glyphsOf(document: PDFKit.PDFDocument): (font: FontName, codePoint: number) => boolean {
  const known = new Map<string, boolean>();
  function lookUp(font: FontName, codePoint: number): boolean {
    document.font(font);
    // The package's types lack this property, but it has no other way to ask whether a font has a glyph.
    const { _font: open } = document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };
    return open.font.hasGlyphForCodePoint(codePoint);
  }
  return (font, codePoint) => {
    const key = `${font} ${codePoint}`;
    const has = known.get(key) ?? lookUp(font, codePoint);
    known.set(key, has);
    return has;
  };
}

function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}

const unpacked = new Map<string, Buffer>();

/** Returns what the package reads a font from; unpacked ones are kept. */
function fontData(file: string): string | Buffer {
  if (!file.endsWith('.woff')) return file;
  const data = unpacked.get(file) ?? unpackedFont(file);
  unpacked.set(file, data);
  return data;
}
