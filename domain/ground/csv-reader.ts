/** Reads tables that spreadsheets have saved as text. Pure. */

/** A record with the number of the line on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/**
 * Reads CSV by RFC 4180, separated by commas, semicolons, tabs or bars: what Excel says in a line `sep=;` before the
 * table, else what parts the first records alike. The apostrophe that `csvOf` puts before formulas is removed. Empty
 * records are left out.
 */
export function readCsv(text: string): CsvRecord[] {
  const whole = text.replace(/^\uFEFF/, '');
  const [named = '', separator] = /^"?sep=(.)"?(?:\r\n?|\n|$)/i.exec(whole) ?? [];
  if (separator !== undefined) return recordsOf(whole.slice(named.length), separator, 2);
  return recordsOf(whole, separatorOf(whole), 1);
}

function recordsOf(plain: string, separator: string, firstLine: number, most = Infinity): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = firstLine;
  let record: CsvRecord = { line, cells: [] };
  let cell = '';
  let isQuoted = false;
  const endCell = (): void => {
    record.cells.push(cell.replace(/^'(?=[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r\n])/u, ''));
    cell = '';
  };
  const endRecord = (): void => {
    endCell();
    if (record.cells.some((each) => each.trim() !== '')) records.push(record);
    record = { line, cells: [] };
  };
  for (let i = 0; i < plain.length && records.length < most; i++) {
    const char = plain[i] ?? '';
    // Old programs of Macs end lines with a carriage return alone.
    const isEnd = char === '\n' || (char === '\r' && plain[i + 1] !== '\n');
    if (isEnd) line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (plain[i + 1] === '"') cell += plain[++i] ?? '';
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (isEnd) endRecord();
    else if (char !== '\r') cell += char;
  }
  endRecord();
  return records;
}

/** Characters that may separate cells. The comma is last, because it may also be a decimal mark. */
const separators = ['\t', ';', '|', ','];

/** Records that decide about the separator, and the share of them that it must part like the heads. */
const sampled = 50;
const alikeFrom = 0.9;

function separatorOf(text: string): string {
  const parted = separators.map((separator) => {
    const [heads, ...records] = recordsOf(text, separator, 1, sampled).map(({ cells }) => cells.length);
    const alike = records.filter((count) => count === heads).length;
    return { separator, heads: heads ?? 0, isAlike: alike >= records.length * alikeFrom && records.length > 0 };
  });
  const isParted = parted.filter(({ heads }) => heads > 1);
  const most = isParted.toSorted((a, b) => b.heads - a.heads)[0];
  return (isParted.find(({ isAlike }) => isAlike) ?? most)?.separator ?? ',';
}
