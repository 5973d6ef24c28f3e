import { expect, test } from 'vitest';
import { readFile } from '../../../server/file-text/read-file.ts';
import { runReader } from '../../../server/file-text/run-reader.ts';
import { row, types, xlsxOf } from '../../support/files/office-files.ts';
import { samples } from './forty-files.ts';

test.each(samples)(
  '%s ends in its text with the page, or in a reason',
  async (_what, type, bytes, becomes, hostile) => {
    const text = await (hostile === undefined ? readFile : runReader)(await bytes(), type);
    expect('problem' in text ? [text.problem] : text.pages).toContainEqual(becomes);
  },
);

test('the name of a sheet is short and hides nothing, however it was written', async () => {
  const name = `\u202eCells ${'x'.repeat(100_000)}`;
  const text = await readFile(xlsxOf([{ name, data: row(1, ['Cut-off']) }]), types.xlsx);
  expect(text).toMatchObject({ pages: [{ page: expect.stringMatching(/^Cells x{25}!1:1$/) }] });
});
