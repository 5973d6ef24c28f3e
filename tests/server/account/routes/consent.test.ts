import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { deleteOldConsents, consentRecordDays } from '../../../../server/account/store/consents.ts';
import { newId } from '../../../support/users.ts';
import { at, startServer, provideServer } from '../../../support/servers/server.ts';
import { keptConsents } from '../../../../server/account/store/guest-records.ts';

const server = await provideServer();

const put = (body: object) => server.request(null, 'PUT', '/auth/banner/cookies', body);

test("a guest's cookie choice is stored for 182 days", async () => {
  const { status, body } = await put({ categories: '["functional","necessary"]' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ categories: '["necessary","functional"]', language: 'en' });
  const days = (Date.parse(String(at(body, 'expires_at'))) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(consentRecordDays - 0.1);
  expect(days).toBeLessThanOrEqual(consentRecordDays + 0.1);
});

test('a new choice replaces the old one in the same record', async () => {
  const id = newId();
  await put({ consent_id: id, categories: '["necessary","functional","performance"]' });
  const { body } = await put({ consent_id: id, categories: '["necessary"]' });
  expect(at(body, 'consent_id')).toBe(id);
  const { rows } = await sql`select categories from consents where id = ${id}`.execute(server.db);
  expect(rows).toEqual([{ categories: ['necessary'] }]);
});

test('the necessary category cannot be deselected', async () => {
  expect(at((await put({ categories: '[]' })).body, 'categories')).toBe('["necessary"]');
});

test.each(['', 'functional', '{"functional":true}', '["marketing"]', '[1]', 'null'])(
  'the categories %j are refused',
  async (categories) => {
    const { status, body } = await put({ categories });
    expect([status, at(body, 'code')]).toEqual([400, 'VALIDATION']);
  },
);

test('an expired record is deleted', async () => {
  const id = newId();
  await put({ consent_id: id, categories: '["necessary"]' });
  await sql`update consents set expires_at = now() - interval '1 second' where id = ${id}`.execute(server.db);
  expect(await deleteOldConsents(server.db)).toBe(1);
});

test('of many new choices of one network only some are recorded, all are answered, and a recorded one can still be changed', async () => {
  const other = { 'x-forwarded-for': '10.7.0.1' };
  const proxied = await startServer({ proxies: 1 });
  onTestFinished(() => proxied.close());
  const choose = (id: string, categories: string, headers: Record<string, string> = other) =>
    proxied.request(null, 'PUT', '/auth/banner/cookies', { consent_id: id, categories }, headers);
  const ids = Array.from({ length: keptConsents + 10 }, newId);
  for (const id of ids) expect((await choose(id, '["necessary"]')).status).toBe(200);
  const recorded = async () => (await sql<{ id: string }>`select id from consents`.execute(proxied.db)).rows.length;
  expect(await recorded()).toBe(keptConsents);
  expect((await choose(ids[0] ?? '', '["necessary","functional"]')).status).toBe(200);
  const { rows } = await sql`select categories from consents where id = ${ids[0]}`.execute(proxied.db);
  expect(rows).toEqual([{ categories: ['necessary', 'functional'] }]);
  expect((await choose(newId(), '["necessary"]', { 'x-forwarded-for': '10.7.1.1' })).status).toBe(200);
  expect(await recorded()).toBe(keptConsents + 1);
});
