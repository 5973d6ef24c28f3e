import { expect, test } from 'vitest';
import { withConnection } from '../../../src/db/lost-connection.ts';

let opened = 0;
const db = { hasFailed: () => true, open: () => Promise.resolve(opened++) as never };

test('what fails while the browser deletes the database is tried again', async () => {
  let tries = 0;
  const work = async () => {
    tries++;
    if (tries < 3) throw new DOMException('The connection was closed.', 'AbortError');
    return 'stored';
  };
  expect(await withConnection(db, work)).toBe('stored');
  expect(opened).toBe(2);
});

test('what fails for another reason is not tried again', async () => {
  let tries = 0;
  const work = async () => {
    tries++;
    throw new DOMException('no', 'QuotaExceededError');
  };
  await expect(withConnection(db, work)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(tries).toBe(1);
});
