import type { TextPage } from '#domain/file-text.ts';
import { cleanName, cutText } from '#domain/text.ts';
import { Pages } from './pages.ts';
import { readXml, relationsFrom } from './xml.ts';
import { sharedStrings } from './xlsx-strings.ts';
import type { ZipParts } from './zip-parts.ts';

const workbook = 'xl/workbook.xml';

/** Longest name of a sheet that Excel accepts. */
const sheetNameChars = 31;

/** Rows of one page of a sheet: its page is named after them. */
const rowsPerPage = 40;

/**
 * Reads the cells of an Excel file, a line for each row. Formulas are not evaluated: their stored results are read.
 * Sheets that are hidden are left out.
 */
export async function readXlsx(parts: ZipParts): Promise<TextPage[]> {
  const relations = await relationsFrom(parts, workbook);
  const sheets: { name: string; part: string }[] = [];
  await readXml(parts, workbook, {
    open(element, { name = '', state, 'r:id': id = '' }) {
      const part = relations.get(id);
      const isShown = element === 'sheet' && state !== 'hidden' && state !== 'veryHidden';
      if (isShown && part !== undefined) sheets.push({ name: cutText(cleanName(name), sheetNameChars), part });
    },
  });
  const strings = await sharedStrings(parts, [...relations.values()]);
  const pages = new Pages();
  // A sheet that is a chart has no cells.
  for (const { name, part } of sheets) if (parts.has(part)) await readSheet(parts, part, name, strings, pages);
  return pages.done();
}

async function readSheet(
  parts: ZipParts,
  part: string,
  sheet: string,
  strings: readonly string[],
  pages: Pages,
): Promise<void> {
  let row = 0;
  let rows: { n: number; text: string }[] = [];
  let cells: string[] = [];
  let cell = { type: '', text: '', isValue: false };
  const flush = () => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return;
    pages.add(`${sheet}!${first.n}:${last.n}`, rows.map(({ text }) => text).join('\n'));
    rows = [];
  };
  await readXml(parts, part, {
    open(name, { r: at, t: type = 'n' }) {
      if (name === 'row') row = numberOf(at) ?? row + 1;
      else if (name === 'c') cell = { type, text: '', isValue: false };
      else if (name === 'v' || name === 't') cell.isValue = true;
    },
    text(text) {
      if (cell.isValue) cell.text += text;
    },
    close(name) {
      if (name === 'v' || name === 't') cell.isValue = false;
      if (name === 'c') cells.push(cell.type === 's' ? (strings[Number(cell.text)] ?? '') : cell.text);
      if (name !== 'row') return;
      const text = cells.filter((each) => each.trim() !== '').join(' | ');
      cells = [];
      if (text === '') return;
      if (rows[0] !== undefined && row >= rows[0].n + rowsPerPage) flush();
      rows.push({ n: row, text });
    },
  });
  flush();
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
