import { expect, test } from 'vitest';
import { readFile } from '../../../server/file-text/read-file.ts';
import { runReader } from '../../../server/file-text/run-reader.ts';
import { samples } from './forty-files.ts';

test('there are forty files', () => {
  expect(samples).toHaveLength(40);
});

test.each(samples)(
  '$what ends in its text with the page, or in a reason',
  async ({ type, bytes, becomes, hostile }) => {
    const text = await (hostile === true ? runReader : readFile)(await bytes(), type);
    expect('problem' in text ? [text.problem] : text.pages).toContainEqual(becomes);
  },
);
