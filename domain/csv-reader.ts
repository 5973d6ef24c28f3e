/** Reads tables that spreadsheets have saved as text. Pure. */

/** A record with the number of the line on which it begins, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/**
 * Reads CSV by RFC 4180, separated by commas, semicolons or tabs: what the first line has most of. The apostrophe that
 * `csvOf` puts before formulas is removed. Empty records are left out.
 */
export function readCsv(text: string): CsvRecord[] {
  const plain = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(plain);
  const records: CsvRecord[] = [];
  let line = 1;
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
  for (let i = 0; i < plain.length; i++) {
    const char = plain[i] ?? '';
    if (char === '\n') line++;
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (plain[i + 1] === '"') cell += plain[++i] ?? '';
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRecord();
    else if (char !== '\r') cell += char;
  }
  endRecord();
  return records;
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (char: string): number => first.split(char).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
