import { expect, test } from 'vitest';
import { readFile } from '../../../server/file-text/read-file.ts';
import { readTable } from '../../../server/file-text/read-table.ts';
import { everyCell, workbookOfCells } from '../../support/files/every-cell.ts';
import { types } from '../../support/files/office-files.ts';

/** Reads the first column for an import. */
async function cellsOf(file: Buffer): Promise<string[]> {
  const reading = await readTable(file);
  return 'problem' in reading ? [reading.problem] : (reading.sheets[0]?.rows ?? []).map(({ cells }) => cells[0] ?? '');
}

/** Reads the text for quotes and claims. */
async function textOf(file: Buffer): Promise<string> {
  const read = await readFile(file, types.xlsx);
  return 'problem' in read ? read.problem : read.pages.map(({ text }) => text).join('\n');
}

test('an import reads each cell as a person sees it', async () => {
  const shown = await cellsOf(workbookOfCells(everyCell));
  expect(everyCell.map(({ what }, i) => [what, shown[i]])).toEqual(everyCell.map((cell) => [cell.what, cell.shown]));
});

test('quotes and claims read each cell as the import does', async () => {
  expect(await textOf(workbookOfCells(everyCell))).toBe(everyCell.map(({ shown }) => shown).join('\n'));
});

const cell = (value: number, format: number | string) => ({ xml: { content: `<v>${value}</v>` }, format });

test('days of a file from an old Mac are counted from 1904, times and durations are as ever', async () => {
  const file = workbookOfCells(
    [cell(44985, 14), cell(44985.5, 22), cell(0, 'dd/mm/yyyy'), cell(0.5, 20), cell(1.5, 46), cell(3, 0)],
    { isFrom1904: true },
  );
  const shown = ['2027-03-01', '2027-03-01 12:00', '1904-01-01', '12:00', '36:00:00', '3'];
  expect(await cellsOf(file)).toEqual(shown);
  expect(await textOf(file)).toBe(shown.join('\n'));
});
