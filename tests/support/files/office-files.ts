import Pdf from 'pdfkit';
import { deflateRawSync, crc32 } from 'node:zlib';

/** Office files and PDFs with a given text. */

export const types = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

type Part = [name: string, content: string | Buffer];

/** A ZIP with compressed entries. `says` replaces the inflated size that the directory declares. */
export function packed(parts: readonly Part[], { says }: { says?: number } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const data = Buffer.from(content);
    const body = deflateRawSync(data);
    const fixed = Buffer.alloc(26);
    fixed.writeUInt16LE(20, 0);
    fixed.writeUInt16LE(8, 4);
    fixed.writeUInt32LE(crc32(data), 10);
    fixed.writeUInt32LE(body.length, 14);
    fixed.writeUInt32LE(says ?? data.length, 18);
    fixed.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    bodies.push(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fixed, Buffer.from(name), body]));
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fixed, tail, Buffer.from(name)]));
    offset += bodies.at(-1)?.length ?? 0;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The relationships of a part, by id. */
export function relations(targets: Readonly<Record<string, string>>, more = ''): string {
  const each = Object.entries(targets).map(([id, target]) => `<Relationship Id="${id}" Type="t" Target="${target}"/>`);
  return `<?xml version="1.0"?><Relationships xmlns="r">${each.join('')}${more}</Relationships>`;
}

const contentTypes = (part: string, type: string): Part => [
  '[Content_Types].xml',
  `<Types><Override PartName="/${part}" ContentType="${type}.main+xml"/></Types>`,
];

/** A Word file. @param body the XML inside `w:body` */
export function docxOf(body: string, more: readonly Part[] = [], head = ''): Buffer {
  const document = `<?xml version="1.0" encoding="UTF-8"?>${head}<w:document xmlns:w="w" xmlns:mc="mc"><w:body>${body}</w:body></w:document>`;
  return packed([contentTypes('word/document.xml', types.docx), ['word/document.xml', document], ...more]);
}

/** A paragraph of a Word file. */
export const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

/** A table of a Word file or, with `a`, of a slide. */
export function table(rows: readonly (readonly string[])[], prefix: 'w' | 'a' = 'w'): string {
  const p = prefix;
  const cell = (text: string) => `<${p}:tc><${p}:p><${p}:r><${p}:t>${text}</${p}:t></${p}:r></${p}:p></${p}:tc>`;
  return `<${p}:tbl>${rows.map((cells) => `<${p}:tr>${cells.map(cell).join('')}</${p}:tr>`).join('')}</${p}:tbl>`;
}

interface Sheet {
  name: string;
  /** The XML inside `sheetData`. */
  data: string;
  state?: string;
}

/** An Excel file with these sheets and shared strings. */
export function xlsxOf(sheets: readonly Sheet[], strings: readonly string[] = []): Buffer {
  const list = sheets.map(({ name, state }, i) => {
    const shown = state === undefined ? '' : ` state="${state}"`;
    return `<sheet name="${name}" sheetId="${i + 1}"${shown} r:id="s${i}"/>`;
  });
  const targets = sheets.map((_, i) => [`s${i}`, `worksheets/sheet${i + 1}.xml`] as const);
  return packed([
    contentTypes('xl/workbook.xml', types.xlsx),
    ['xl/workbook.xml', `<workbook xmlns="x" xmlns:r="r"><sheets>${list.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', relations({ ...Object.fromEntries(targets), str: 'sharedStrings.xml' })],
    ['xl/sharedStrings.xml', `<sst xmlns="x">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`],
    ...sheets.map(({ data }, i): Part => [
      `xl/worksheets/sheet${i + 1}.xml`,
      `<worksheet xmlns="x"><sheetData>${data}</sheetData></worksheet>`,
    ]),
  ]);
}

/** A row of a sheet. Texts become inline strings, numbers values. */
export function row(n: number, cells: readonly (string | number)[]): string {
  const each = cells.map((value) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`,
  );
  return `<row r="${n}">${each.join('')}</row>`;
}

/** A PowerPoint file. @param slides the XML of each slide's shapes, in the order in which they are shown */
export function pptxOf(slides: readonly string[]): Buffer {
  // Slides that were moved do not have the numbers of their files.
  const file = (i: number) => `slides/slide${slides.length - i}.xml`;
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="s${i}"/>`);
  // PowerPoint lists the slides of each section by their ids alone.
  const section = `<p:extLst>${slides.map((_, i) => `<p14:sldId id="${256 + i}"/>`).join('')}</p:extLst>`;
  return packed([
    contentTypes('ppt/presentation.xml', types.pptx),
    [
      'ppt/presentation.xml',
      `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${ids.join('')}</p:sldIdLst>${section}</p:presentation>`,
    ],
    ['ppt/_rels/presentation.xml.rels', relations(Object.fromEntries(slides.map((_, i) => [`s${i}`, file(i)])))],
    ...slides.map((xml, i): Part => [`ppt/${file(i)}`, `<p:sld xmlns:p="p" xmlns:a="a">${xml}</p:sld>`]),
  ]);
}

/** A text box of a slide. */
export const textBox = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;

/** A PDF with a page for each text. */
export async function pdfOf(
  pages: readonly string[],
  { draw, ...options }: PDFKit.PDFDocumentOptions & { draw?: (document: PDFKit.PDFDocument) => void } = {},
): Promise<Buffer> {
  const document = new Pdf({ autoFirstPage: false, ...options });
  const bytes: Buffer[] = [];
  document.on('data', (part: Buffer) => bytes.push(part));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  document.once('end', resolve).once('error', reject);
  for (const text of pages) document.addPage().text(text);
  draw?.(document);
  document.end();
  await promise;
  return Buffer.concat(bytes);
}

/** A PDF written by hand: its objects, numbered from 1; the first is the catalog. */
export function rawPdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  for (const [i, object] of objects.entries())
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  parts.push(Buffer.from(`trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF`));
  return Buffer.concat(parts);
}

/** A stream object. */
export function stream(dictionary: string, data: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}
