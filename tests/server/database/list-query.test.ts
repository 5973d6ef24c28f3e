import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListTable, readList } from '../../../server/database/list-query.ts';
import { freshDatabase, type TestDatabase } from '../../support/database/cluster.ts';

/** The one way in which lists for staff are searched, filtered, sorted and paged. */

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table parts (id integer, name text, owner text, grams integer)`.execute(database.db);
  await sql`insert into parts values (1, 'Can 21700', 'Ada', 7), (2, 'Lid 100%', 'Bert', 2), (3, 'can 18650', null, null),
    (4, 'Tab_4', 'Ada', 2), (5, '''); drop table parts; --', 'Ada', 1)`.execute(database.db);
});
afterAll(() => database.close());

interface Part {
  id: number;
  name: string;
  owner: string | null;
  grams: number | null;
}

const parts: ListTable<'owner' | 'light', Part> = {
  from: sql`parts p`,
  columns: {
    id: { value: sql`p.id` },
    name: { value: sql`p.name`, isSorted: true, isSearched: true },
    owner: { value: sql`p.owner`, isSearched: true },
    grams: { value: sql`p.grams`, isSorted: true },
  },
  filters: {
    owner: (values) => sql`p.owner = any(${values}::text[])`,
    light: () => sql`p.grams < 5 or p.grams is null`,
  },
  tie: sql`p.id`,
};

type Query = Partial<Parameters<typeof readList<'owner' | 'light', Part>>[2]>;

async function list(query: Query = {}) {
  const { items, total } = await readList(database.db, parts, {
    sort: 'grams',
    filters: {},
    limit: 50,
    ...query,
  });
  return { ids: items.map(({ id }) => id), total };
}

test('rows are sorted by a column both ways, those without a value last, and equal ones by their id', async () => {
  expect((await list()).ids).toEqual([5, 2, 4, 1, 3]);
  expect((await list({ sort: '-grams' })).ids).toEqual([1, 2, 4, 5, 3]);
});

test('a page is a part of the rows, and the total counts all', async () => {
  expect(await list({ limit: 2 })).toEqual({ ids: [5, 2], total: 5 });
  expect(await list({ limit: 2, page: 3 })).toEqual({ ids: [3], total: 5 });
  expect(await list({ limit: 2, page: 21 })).toEqual({ ids: [], total: 5 });
});

test('every word of a search is found in any searched column, whatever its case', async () => {
  expect((await list({ search: 'CAN' })).ids).toEqual([1, 3]);
  expect((await list({ search: ' can  ada ' })).ids).toEqual([1]);
  expect((await list({ search: '7' })).ids).toEqual([1]);
  expect((await list({ search: 'ada bert' })).ids).toEqual([]);
});

test.each([
  ['%', [2]],
  ['_', [4]],
  ['\\', []],
  ["'); drop table parts; --", [5]],
])('%j is searched as it is written', async (search, ids) => {
  expect((await list({ search })).ids).toEqual(ids);
  expect((await list()).total).toBe(5);
});

test('filters narrow the rows together with the search; one without values does not', async () => {
  expect((await list({ filters: { owner: ['Ada', 'Bert'] } })).ids).toEqual([5, 2, 4, 1]);
  expect((await list({ filters: { owner: ['Ada'], light: ['true'] } })).ids).toEqual([5, 4]);
  expect((await list({ filters: { owner: ["Ada' or true --"] } })).ids).toEqual([]);
  expect((await list({ filters: { owner: [] } })).total).toBe(5);
  expect((await list({ filters: { owner: ['Ada'] }, search: 'can' })).ids).toEqual([1]);
});

test.each(['owner', 'id; drop table parts', 'constructor', ''])('it is not sorted by %j', async (sort) => {
  await expect(list({ sort })).rejects.toThrow('not sorted by');
});
