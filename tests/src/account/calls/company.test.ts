import { expect, test } from 'vitest';
import { colleagues } from '../../../../src/account/calls/company.ts';
import { createApi } from '../../../../src/net/http.ts';

/** A company of `total` users, two per page, as the server returns it. */
function companyOf(total: number) {
  const asked: number[] = [];
  const api = createApi({
    token: () => 'secret',
    deviceId: () => 'device',
    fetch: (url) => {
      const page = Number(
        new URL(url instanceof Request ? url.url : String(url), 'https://vfp.test').searchParams.get('page'),
      );
      asked.push(page);
      const items = Array.from({ length: total }, (_, i) => ({ id: String(i) })).slice(2 * (page - 1), 2 * page);
      const headers = { 'x-vfp-api': '1' };
      return Promise.resolve(Response.json({ items, total, page, limit: 2 }, { headers }));
    },
  });
  return { api, asked };
}

test.each([
  ['stands', 3, 2, 2, ['2'], [2]],
  ['has lost its last person', 2, 2, 1, ['0', '1'], [2, 1]],
  ['is far beyond the end', 3, 9, 2, ['2'], [9, 2]],
  ['is of a company without people', 0, 2, 1, [], [2, 1]],
] as const)('a page of colleagues that %s shows who is there', async (_, total, page, shown, ids, calls) => {
  const { api, asked } = companyOf(total);
  const users = await colleagues(api, page);
  expect([users.page, users.items.map(({ id }) => id), asked]).toEqual([shown, ids, calls]);
});
