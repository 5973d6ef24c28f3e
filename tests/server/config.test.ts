import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';

test.each([
  [undefined, resolve('data/files')],
  ['', resolve('data/files')],
  ['/srv/files', '/srv/files'],
  ['attachments', resolve('attachments')],
  ['file:///srv/our%20files', '/srv/our files'],
])('files named by %s lie in %s', (given, folder) => {
  expect(readConfig({ FILES_URL: given }).filesDir).toBe(folder);
});

test.each(['s3://bucket', 'https://files.test/x', 'S3:bucket'])(
  'files at %s are refused with what is accepted, because they would end in a folder of that name',
  (given) => {
    expect(() => readConfig({ FILES_URL: given })).toThrow(
      `FILES_URL must be a folder (/srv/files, or file:///srv/files), not "${given}"`,
    );
  },
);
