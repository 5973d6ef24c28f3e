import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type AssistantSettings, productSettings } from '#domain/assistant/settings.ts';
import type { SettingsReply } from '#domain/assistant/wire/assistant-settings.ts';
import { retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { assistantSettingsOf, knowledgeOf } from '../../../src/assistant/knowledge/saved-knowledge.ts';
import { Device } from '../../support/devices/device.ts';
import { startServer, provideServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';
import { knowledgeCheckMs } from '../../../src/assistant/knowledge/knowledge-refresh.ts';

/** The assistant's settings: saved as versions, in force in every process and on devices. */

const server = await provideServer();
const expert = await server.signIn('expert');

beforeEach(async () => {
  await sql`delete from assistant_settings`.execute(server.db);
  await sql`delete from knowledge`.execute(server.db);
  await sql`insert into knowledge (id, large, medium, small, question, answer, status)
    values ('foil', 'Testing', '', '', 'How thick is copper foil?', 'About foil.', 'published')`.execute(server.db);
  await server.knowledge.reload();
});

const changed = (own: Partial<AssistantSettings>): AssistantSettings => ({ ...productSettings, ...own });
const read = async () => (await server.request(expert, 'GET', '/admin-api/assistant_settings')).body as SettingsReply;
const save = (settings: object, replaces = 0) =>
  server.request(expert, 'POST', '/admin-api/assistant_settings', { replaces, settings });

test('before the first change, the product’s settings are in force as version 0', async () => {
  expect(await read()).toEqual({ version: 0, settings: productSettings, made_by: null, made_at: null });
});

test('a value outside the limits of its field is refused', async () => {
  for (const own of [
    { 'general.title.en': 'x'.repeat(101) },
    { 'general.starters.en': ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    { 'general.starters.en': ['a', ' '] },
    { 'general.starters.en': ['a', 'b', 'a'] },
    { 'general.starters.en': ['x'.repeat(201)] },
    { tokensPerDay: 1_000_000_001 },
    { centsPerMillionIn: 0.5 },
  ])
    expect(await save(changed(own))).toMatchObject({ status: 400 });
  expect((await save(changed({ 'general.title.en': 'x'.repeat(100) }))).status).toBe(201);
});

test('of two that save at the same time, one is saved, and the other is told which version is in force', async () => {
  const replies = await Promise.all(['One', 'Two'].map((title) => save(changed({ 'general.title.en': title }))));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(await save(productSettings)).toMatchObject({ status: 409, body: { code: 'STALE', details: { version: 1 } } });
  expect(await read()).toMatchObject({ version: 1, made_by: 'expert' });
});

test('another process has settings as soon as they are saved, without a restart', async () => {
  const other = await startServer({ database: server.databaseUrl });
  try {
    await save(changed({ modelIsOn: false }));
    await until('the other process has them', async () => other.knowledge.settings().version === 1);
    expect(other.knowledge.settings().settings.modelIsOn).toBe(false);
  } finally {
    await other.close();
  }
});

test('thresholds and synonyms of an earlier version of the product change nothing, and the next version lacks them', async () => {
  const asked = { text: 'copper foil thickness', chatType: 1 } as const;
  const { confidence, band } = retrieve(server.knowledge.index(), asked);
  const stored = { answerAt: 0.5, synonyms: [['zelle', 'cell']], 'general.title.en': 'Hello' };
  await sql`insert into assistant_settings (version, content, why) values (1, ${JSON.stringify(stored)}, 'Try')`.execute(
    server.db,
  );
  await server.knowledge.reload();
  expect(retrieve(server.knowledge.index(), asked)).toMatchObject({ confidence, band });
  const { settings } = await read();
  expect(settings).toEqual(changed({ 'general.title.en': 'Hello' }));
  await save({ ...settings, modelIsOn: false }, 1);
  const { rows } = await sql`select content from assistant_settings where version = 2`.execute(server.db);
  expect(rows).toEqual([{ content: { 'general.title.en': 'Hello', modelIsOn: false } }]);
});

test('a device gets settings beside the entries, again only when they have changed', async () => {
  const device = await Device.open(server, await server.signIn('engineer'));
  await device.sync();
  expect(await assistantSettingsOf(device.db)).toMatchObject({ version: 0 });
  await save(changed({ 'general.starters.en': ['Is foil thin?'] }));
  device.pass(knowledgeCheckMs);
  await device.sync();
  expect(await assistantSettingsOf(device.db)).toMatchObject({
    version: 1,
    welcome: { general: { en: { starters: ['Is foil thin?'] }, ko: {} } },
  });
  expect(await knowledgeOf(device.db)).toHaveLength(1);
  const { stamp } = (await server.request(expert, 'GET', '/sync/knowledge')).body as { stamp: string };
  const same = await server.request(expert, 'GET', `/sync/knowledge?stamp=${stamp}&settings=1`);
  expect(same.body).toMatchObject({ whole: false, stamp });
  expect(same.body).not.toHaveProperty('settings');
  const older = await server.request(expert, 'GET', `/sync/knowledge?stamp=${stamp}&settings=0`);
  expect(older.body).toMatchObject({ whole: false, stamp, settings: { version: 1 } });
  device.close();
});

test('whoever may not keep answers gets the welcome texts too, and no entries', async () => {
  await save(changed({ 'general.title.en': 'Hello tester' }));
  const tester = await server.signIn('trial', 0);
  const { body } = await server.request(tester, 'GET', '/sync/knowledge');
  expect(body).toMatchObject({
    stamp: '',
    entries: { id: [] },
    settings: { welcome: { general: { en: { title: 'Hello tester' } } } },
  });
});
