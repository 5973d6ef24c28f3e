import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Pdf from 'pdfkit';
import type { TextSection } from '../src/shell/public/online/lists.ts';
import { paperPath, type PaperLayout } from '../src/shell/public/online/paper-layout.ts';

/** `node scripts/white-paper.ts`: regenerates the PDFs of the white paper after its text has changed. */

/** Text of the white paper, from `public/locales/en/public.json`; used by both the page and the PDF. */
export interface Paper {
  title: string;
  subtitle: string;
  contents: string;
  sections: TextSection[];
}

interface Measures {
  /** Page size in points. */
  size: [width: number, height: number];
  margin: number;
  text: number;
  heading: number;
  title: number;
}

/** On phones and tablets, which fit a page to the screen's width, one point is one CSS pixel. `desktop` is A4. */
const layouts: Record<PaperLayout, Measures> = {
  mobile: { size: [390, 760], margin: 28, text: 14, heading: 18, title: 25 },
  tablet: { size: [768, 1024], margin: 88, text: 15, heading: 21, title: 34 },
  desktop: { size: [595.28, 841.89], margin: 82, text: 10.5, heading: 15, title: 26 },
};

const colors = { text: '#15202c', quiet: '#475668', primary: '#015aae' };
const fonts = { text: 'Helvetica', bold: 'Helvetica-Bold' };

/** Creates the PDF of a layout. The same text always gives the same bytes. */
export async function paperPdf(paper: Paper, layout: PaperLayout): Promise<Uint8Array> {
  const measures = layouts[layout];
  const doc = new Pdf({
    size: measures.size,
    margin: measures.margin,
    bufferPages: true,
    // Compressed bytes would depend on the version of zlib. The files are few and small.
    compress: false,
    lang: 'en',
    displayTitle: true,
    tagged: true,
    pdfVersion: '1.7',
    info: { Title: paper.title, Subject: paper.subtitle, Author: site, CreationDate: new Date(0) },
  });
  const parts: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  writeFront(doc, paper, measures);
  paper.sections.forEach((section, i) => writeSection(doc, section, i + 1, measures));
  writeFeet(doc, measures);
  doc.end();
  await done;
  return new Uint8Array(Buffer.concat(parts));
}

const site = 'Virtual Factory Platform';
type Doc = InstanceType<typeof Pdf>;

/** Writes text as a structure element (such as `H1` or `P`), so that screen readers know its role. */
function write(doc: Doc, kind: string, text: string, options: PDFKit.Mixins.TextOptions = {}): void {
  doc.addStructure(doc.struct(kind, {}, () => void doc.text(text, options)));
}

function writeFront(doc: Doc, paper: Paper, { text, heading, title }: Measures): void {
  doc.font(fonts.bold).fontSize(text).fillColor(colors.primary);
  write(doc, 'P', site);
  doc.moveDown(2).fontSize(title).fillColor(colors.text);
  write(doc, 'H1', paper.title);
  doc
    .moveDown(0.5)
    .font(fonts.text)
    .fontSize(text * 1.1)
    .fillColor(colors.quiet);
  write(doc, 'P', paper.subtitle, { lineGap: text * 0.3 });
  doc.moveDown(2).font(fonts.bold).fontSize(heading).fillColor(colors.text);
  write(doc, 'H2', paper.contents);
  doc.moveDown(0.4).font(fonts.text).fontSize(text).fillColor(colors.primary);
  paper.sections.forEach((section, i) =>
    write(doc, 'P', `${i + 1}  ${section.title}`, { goTo: placeOf(i + 1), lineGap: text * 0.5 }),
  );
  doc.moveDown(2);
}

function writeSection(doc: Doc, section: TextSection, number: number, measures: Measures): void {
  const { text, heading, margin, size } = measures;
  // Keeps a heading on one page with the first lines that follow it.
  if (doc.y + heading * 3 + text * 6 > size[1] - margin) doc.addPage();
  doc.outline.addItem(section.title);
  doc.font(fonts.bold).fontSize(heading).fillColor(colors.text);
  write(doc, 'H2', section.title, { destination: placeOf(number) });
  doc.moveDown(0.5).font(fonts.text).fontSize(text);
  for (const paragraph of section.paragraphs) {
    write(doc, 'P', paragraph, { lineGap: text * 0.35 });
    doc.moveDown(0.7);
  }
  for (const item of section.list ?? []) {
    write(doc, 'P', `\u2022  ${item}`, { lineGap: text * 0.35, indent: 0 });
    doc.moveDown(0.4);
  }
  doc.moveDown(1.2);
}

function placeOf(section: number): string {
  return `part-${section}`;
}

/** Writes the page number at the foot of each page. */
function writeFeet(doc: Doc, { size: [width, height], margin, text }: Measures): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    const { bottom } = doc.page.margins;
    // pdfkit would start a new page for text below the margin.
    doc.page.margins.bottom = 0;
    doc
      .font(fonts.text)
      .fontSize(text * 0.8)
      .fillColor(colors.quiet);
    const foot = () =>
      doc.text(`${page + 1} / ${count}`, margin, height - margin * 0.6, {
        width: width - 2 * margin,
        align: 'right',
        lineBreak: false,
      });
    doc.markContent('Artifact', { type: 'Pagination' });
    foot();
    doc.endMarkedContent();
    doc.page.margins.bottom = bottom;
  }
}

if (import.meta.main) {
  const shown = join(import.meta.dirname, '..', 'public');
  const texts = readFileSync(join(shown, 'locales', 'en', 'public.json'), 'utf8');
  const { whitePaper } = JSON.parse(texts) as { whitePaper: Paper };
  for (const layout of Object.keys(layouts) as PaperLayout[]) {
    writeFileSync(join(shown, paperPath(layout)), await paperPdf(whitePaper, layout));
  }
}
