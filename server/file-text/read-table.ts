import { importLimits } from '#domain/assistant/knowledge/qna/import/limits.ts';
import type { TableProblem, TableReading, TableSheet } from '#domain/assistant/knowledge/qna/import/table.ts';
import { FileAllowance } from './allowance.ts';
import { BadTable } from './bad-table.ts';
import { Unreadable } from './unreadable.ts';
import { TableCells } from './table-cells.ts';
import { openWorkbook, workbookPart } from './xlsx-workbook.ts';
import { readXml } from './xml.ts';
import { ZipParts } from './zip-parts.ts';

/**
 * Reads the cells of an Excel file (.xlsx). Formulas are not evaluated. It runs in a process of its own, because the
 * file may be hostile: see `run-reader.ts`.
 */
export async function readTable(bytes: Buffer): Promise<TableReading> {
  try {
    const sheets = await sheetsOf(bytes);
    return sheets.some(({ rows }) => rows.length > 0) ? { sheets } : { problem: 'empty' };
  } catch (error) {
    if (error instanceof BadTable)
      return { problem: error.problem, ...(error.where === undefined ? {} : { where: error.where }) };
    // Whatever else the libraries throw is about these bytes.
    const problem = error instanceof Unreadable ? error.problem : 'broken';
    return { problem: problemsOfFiles[problem] ?? 'broken' };
  }
}

const problemsOfFiles: Partial<Record<string, TableProblem>> = { encrypted: 'encrypted', tooLarge: 'tooManyBytes' };

const zipStart = Buffer.from('PK\x03\x04', 'latin1');
/** Office encrypts a file by putting it into an OLE container, under this name. Other containers are older files. */
const encryptedName = Buffer.from('EncryptedPackage', 'utf16le');

async function sheetsOf(bytes: Buffer): Promise<TableSheet[]> {
  if (!bytes.subarray(0, zipStart.length).equals(zipStart))
    throw new BadTable(bytes.includes(encryptedName) ? 'encrypted' : 'notExcel');
  const parts = await ZipParts.open(bytes, new FileAllowance(importLimits)).catch((error: unknown) => {
    if (error instanceof Unreadable && error.problem === 'tooLarge') throw new BadTable('tooManyParts');
    throw error;
  });
  await checkType(parts);
  const workbook = await openWorkbook(parts);
  if (workbook.sheets.length > importLimits.sheets) throw new BadTable('tooManySheets');
  const cells = new TableCells();
  const read: TableSheet[] = [];
  for (const sheet of workbook.sheets) {
    cells.begin(sheet.name);
    await workbook.read(sheet, cells);
    read.push({ name: sheet.name, isHidden: sheet.isHidden, rows: cells.take() });
  }
  return read;
}

const mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** @throws BadTable for another type of file in a ZIP: also a workbook with macros */
async function checkType(parts: ZipParts): Promise<void> {
  const types = '[Content_Types].xml';
  if (!parts.has(types) || !parts.has(workbookPart)) throw new BadTable('notExcel');
  let isExcel = false;
  await readXml(parts, types, {
    open(name, { PartName: part = '', ContentType: type }) {
      if (name === 'Override' && part.toLowerCase() === `/${workbookPart}` && type === mainType) isExcel = true;
    },
  });
  if (!isExcel) throw new BadTable('notExcel');
}
