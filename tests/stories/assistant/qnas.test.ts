import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/** Experts write the knowledge base over the API. */

const server = await provideServer({ knowledge: true });
const expert = await server.signIn('expert');
const colleague = await server.signIn('admin');

const fields = {
  large_category: 'Testing',
  question: 'How long does a calendar ageing campaign take?',
  answer: 'Usually 6 to 12 months at 45 °C.',
};

async function add(more: object = {}) {
  const { status, body } = await server.request(expert, 'POST', '/qnas', { ...fields, ...more });
  expect(status).toBe(201);
  return { id: String(at(body, 'id')), version: Number(at(body, 'version')) };
}

const get = async (path: string) => (await server.request(expert, 'GET', path)).body;

test('a new Q&A is listed first, found by its answer, and not synced until the next sync', async () => {
  const { id, version } = await add({ question: 'What is a dunking bath?', answer: 'A bath named Zebulon.' });
  expect(version).toBe(1);
  const list = await get('/qnas?q=zebulon');
  expect(at(list, 'total')).toBe(1);
  expect(at(list, 'items.0')).toMatchObject({
    id,
    is_synced: false,
    status: 'needs_check',
    updated_by: expect.any(String),
  });
  expect(at(await get('/qnas'), 'items.0.id')).toBe(id);
  expect(at(await get('/qnas?unsynced=true'), 'total')).toBe(1);
});

test('an edit that is undone needs no sync, although it has made two versions', async () => {
  const { id, version, answer } = (at(await get('/qnas?status=published&sort=id&limit=1'), 'items.0') ?? {}) as {
    id: string;
    version: number;
    answer: string;
  };
  const write = (text: string, seen: number) =>
    server.request(expert, 'PUT', `/qnas/${id}`, { answer: text, version: seen });
  expect(at((await write(`${answer} And more.`, version)).body, 'is_synced')).toBe(false);
  expect(at((await write(answer, version + 1)).body, 'is_synced')).toBe(true);
  expect(JSON.stringify(await get('/qnas?unsynced=true'))).not.toContain(`"id":"${id}"`);
});

test('a Q&A of the product that has keywords and no addresses is edited, published and brought back; a change of them asks for both', async () => {
  const { id, keyword, urls, version, question } = (
    at(await get('/qnas?sort=id&q=expert&limit=100'), 'items') as Product[]
  ).find((item) => item.keyword !== '' && item.urls.length === 0) ?? {
    id: '',
    keyword: '',
    urls: [],
    version: 0,
    question: '',
  };
  const write = (body: object, seen: number) =>
    server.request(expert, 'PUT', `/qnas/${id}`, { question, keyword, urls, ...body, version: seen });
  expect((await write({ answer: 'Another answer.' }, version)).status).toBe(200);
  const refused = await write({ keyword: `${keyword}, more` }, version + 1);
  expect(refused).toMatchObject({ status: 422, body: { details: [{ path: 'urls', code: 'urls_required' }] } });
  const items = [{ id, version: version + 1 }];
  expect((await server.request(expert, 'POST', '/qnas/publish', { status: 'needs_check', items })).status).toBe(200);
  const restored = await server.request(expert, 'POST', `/qnas/${id}/versions/${version}/restore`, {
    replaces: version + 2,
  });
  expect(restored.status).toBe(200);
});

interface Product {
  id: string;
  keyword: string;
  urls: string[];
  version: number;
  question: string;
}

test('the list is filtered by category, status and missing Korean, sorted by number, and paged', async () => {
  const all = Number(at(await get('/qnas'), 'total'));
  const testing = Number(at(await get('/qnas?category=Testing'), 'total'));
  const both = Number(at(await get('/qnas?category=Testing,Safety'), 'total'));
  expect(testing).toBeGreaterThan(0);
  expect(both).toBeGreaterThan(testing);
  expect(all).toBeGreaterThan(both);
  const { id } = await add({ large_category: 'Odd, with a comma / and a slash', medium_category: 'Inner' });
  const path = `${encodeURIComponent(encodeURIComponent('Odd, with a comma / and a slash'))}%2FInner`;
  expect(at(await get(`/qnas?category=${path}`), 'items.0.id')).toBe(id);
  expect(at(await get('/qnas?sort=id&limit=3'), 'items')).toMatchObject([{ id: '1' }, { id: '4' }, { id: '5' }]);
  expect(at(await get('/qnas?sort=id&limit=3&page=2'), 'items.0.id')).toBe('6');
  const published = Number(at(await get('/qnas?status=published'), 'total'));
  expect(published).toBeGreaterThan(0);
  expect(published).toBeLessThan(all + 1);
  expect(at(await get('/qnas?without_korean=true&status=needs_check'), 'items.0.ko_question')).toBe('');
  const due = await add({ check_by: '2020-01-31' });
  expect(at(await get('/qnas?check_due=true'), 'items.0.id')).toBe(due.id);
});

test('what cannot be stored is refused with the field and the sentence of the specification', async () => {
  const { status, body } = await server.request(expert, 'POST', '/qnas', { ...fields, urls: ['https://a.example'] });
  expect([status, at(body, 'code')]).toEqual([422, 'INVALID']);
  expect(at(body, 'details.0')).toEqual({
    path: 'keywords',
    code: 'keyword_required',
    message: 'A keyword is required for the target URLs.',
  });
});

test('a colleague who saved first is not overwritten: I get their version, and save on top of it', async () => {
  const { id } = await add();
  const theirs = await server.request(colleague, 'PUT', `/qnas/${id}`, { version: 1, answer: 'At least 6 months.' });
  expect([theirs.status, at(theirs.body, 'version')]).toEqual([200, 2]);
  expect(at(theirs.body, 'question')).toBe(fields.question);
  const mine = await server.request(expert, 'PUT', `/qnas/${id}`, { version: 1, answer: 'A year.' });
  expect([mine.status, at(mine.body, 'code')]).toEqual([409, 'STALE']);
  expect(at(mine.body, 'details.now')).toMatchObject({ version: 2, answer: 'At least 6 months.' });
  const again = await server.request(expert, 'PUT', `/qnas/${id}`, { version: 2, answer: 'A year.' });
  expect(at(again.body, 'version')).toBe(3);
});

test('each version stays, can be restored, and so can a deleted Q&A', async () => {
  const { id } = await add({ answer: 'First.' });
  await server.request(expert, 'PUT', `/qnas/${id}`, { version: 1, answer: 'Second.' });
  const old = await server.request(expert, 'POST', `/qnas/${id}/versions/1/restore`, { replaces: 2 });
  expect(old.body).toMatchObject({ version: 3, answer: 'First.' });
  const stale = await server.request(expert, 'POST', `/qnas/${id}/versions/2/restore`, { replaces: 2 });
  expect(stale.status).toBe(409);
  const deleted = await server.request(expert, 'DELETE', `/qnas/${id}?version=3`);
  expect(deleted.status).toBe(204);
  expect((await server.request(expert, 'GET', `/qnas/${id}`)).status).toBe(404);
  const late = await server.request(colleague, 'PUT', `/qnas/${id}`, { version: 3, answer: 'Late.' });
  expect([late.status, at(late.body, 'details.now')]).toEqual([409, null]);
  const back = await server.request(expert, 'POST', `/qnas/${id}/versions/3/restore`, { replaces: 4 });
  expect(back.body).toMatchObject({ version: 5, answer: 'First.' });
  const versions = at(await get(`/qnas/${id}/versions`), 'items') as { version: number; change: string }[];
  expect(versions.map(({ version, change }) => `${version} ${change}`)).toEqual([
    '5 restore',
    '4 delete',
    '3 restore',
    '2 update',
    '1 create',
  ]);
});

test('a Q&A of the product has one version, and the one before stays when it is changed', async () => {
  expect(at(await get('/qnas/7/versions'), 'items')).toMatchObject([{ version: 1, change: 'product' }]);
  const { answer } = (await get('/qnas/7')) as { answer: string };
  await server.request(expert, 'PUT', '/qnas/7', { version: 1, answer: `${answer} Checked.` });
  expect(at(await get('/qnas/7/versions'), 'items')).toMatchObject([
    { version: 2, change: 'update', content: { answer: `${answer} Checked.` } },
    { version: 1, change: 'product', content: { answer } },
  ]);
});

test('several Q&As are published at once, or none of them', async () => {
  const [a, b] = [await add(), await add()];
  await server.request(colleague, 'PUT', `/qnas/${b.id}`, { version: 1, answer: 'Changed.' });
  const publish = (items: object[]) => server.request(expert, 'POST', '/qnas/publish', { status: 'published', items });
  expect((await publish([a, b])).status).toBe(409);
  expect(at(await get(`/qnas/${a.id}`), 'status')).toBe('needs_check');
  const done = await publish([a, { ...b, version: 2 }]);
  expect(done.body).toMatchObject({ items: [{ status: 'published' }, { status: 'published' }] });
});

test('categories are listed as a tree, and a file has all columns', async () => {
  const large = at(await get('/qnas/categories'), 'large') as { name: string; medium: { name: string }[] }[];
  expect(large.find(({ name }) => name === 'Cell design')?.medium.map(({ name }) => name)).toContain('Formats');
  const { id } = await add({ question: '=1+1 how much?' });
  const { text } = await server.request(expert, 'GET', `/qnas/csv?ids=${id},1`);
  expect(text.startsWith('\uFEFF"Id","Large category"')).toBe(true);
  expect(text.trim().split('\r\n"').length).toBe(3);
  expect(text).toContain(`"'=1+1 how much?"`);
});

test('while I type, the nearest Q&As are shown, also unpublished ones, and where their figures differ', async () => {
  const { id } = await add({
    question: 'Which torque fits the bolts of the pouch fixture?',
    answer: 'Use 4 Nm at 25 °C.',
  });
  const body = { question: 'which torque fits the bolts of the pouch fixture', answer: 'Use 4 Nm at 60 °C.' };
  const near = await server.request(expert, 'POST', '/qnas/similar', body);
  expect(at(near.body, 'items.0')).toMatchObject({
    id,
    status: 'needs_check',
    figures: [{ here: ['60 °C'], there: ['25 °C'] }],
  });
  expect(at(near.body, 'items.0.likeness')).toBeGreaterThan(0.95);
  const own = await server.request(expert, 'POST', '/qnas/similar', { ...body, except: id });
  expect(at(own.body, 'items.0.id')).not.toBe(id);
  const other = await server.request(expert, 'POST', '/qnas/similar', { question: 'zzz qqq' });
  expect(at(other.body, 'items')).toEqual([]);
});

const similar = async (question: string) =>
  (at((await server.request(expert, 'POST', '/qnas/similar', { question })).body, 'items') as { id: string }[]).map(
    ({ id }) => id,
  );

test('a Q&A that was just written is like others soon; until then, they are found as before', async () => {
  const first = await add({ question: 'Which ladder reaches the top of the dryer?' });
  await until('the first one is found', async () =>
    (await similar('which ladder reaches the top of the dryer')).includes(first.id),
  );
  const second = await add({ question: 'Which ladder reaches the roof of the dryer?' });
  expect(await similar('which ladder reaches the top of the dryer')).toContain(first.id);
  await until('the second one is found', async () =>
    (await similar('which ladder reaches the roof of the dryer')).includes(second.id),
  );
});

test('experts search what the assistant answers from, and what is stored', async () => {
  const { id } = await add({ question: 'Who waters the office plant called Ficus Maximus?', answer: 'Everybody.' });
  const q = encodeURIComponent('who waters the office plant ficus maximus');
  expect(at(await get(`/bot/qandas?q=${q}`), 'items.0')).toMatchObject({ rank: 1, qna_id: id, is_synced: false });
  expect(at(await get(`/bot/knowledges?q=${q}`), 'items')).not.toContainEqual(expect.objectContaining({ qna_id: id }));
  const found = await get('/bot/knowledges?q=dimensions%20of%20a%2021700%20cell');
  expect(found).toMatchObject({ band: 'answer', items: [{ rank: 1 }, ...(at(found, 'items') as object[]).slice(1)] });
  expect((await server.request(expert, 'GET', '/bot/one-drive')).status).toBe(501);
});
