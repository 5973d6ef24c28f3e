import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AssistantSettings, productSettings } from '#domain/assistant/settings.ts';
import { limits } from '#domain/limits.ts';
import type { MeasurementReply, SettingsReply, SettingsVersionsReply } from '#domain/protocol/assistant-settings.ts';
import { retrieve } from '#domain/retrieval/retrieve.ts';
import { assistantSettingsOf, knowledgeOf } from '../../src/db/saved-knowledge.ts';
import { Device } from '../support/device.ts';
import { at, type SignedIn, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** The assistant's settings: measured, saved as versions, in force in every process and on devices, and used again. */

let server: TestServer;
let expert: SignedIn;

beforeAll(async () => {
  server = await startServer();
  expert = await server.signIn('expert');
});
afterAll(() => server.close());

beforeEach(async () => {
  await sql`delete from assistant_settings`.execute(server.db);
  await sql`delete from settings_measurements`.execute(server.db);
  await sql`delete from question_sets`.execute(server.db);
  await sql`delete from knowledge`.execute(server.db);
  for (const [id, question] of [
    ['roll', 'How is a jelly roll wound?'],
    ['foil', 'How thick is copper foil?'],
    ['slurry', 'How long must slurry be mixed?'],
  ] as const)
    await sql`insert into knowledge (id, large, medium, small, question, answer, status)
      values (${id}, 'Testing', '', '', ${question}, ${`About ${id}.`}, 'published')`.execute(server.db);
  await server.knowledge.reload();
});

const base = '/admin-api/assistant_settings';
const changed = (own: Partial<AssistantSettings>): AssistantSettings => ({ ...productSettings, ...own });
const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
  server.request(expert, method, `${base}${path}`, body);
const current = async () => (await ask('GET', '')).body as SettingsReply;
const versions = async () => ((await ask('GET', '/versions')).body as SettingsVersionsReply).items;

async function measured(settings: AssistantSettings, replaces = 0): Promise<MeasurementReply> {
  const started = await ask('POST', '/measurements', { replaces, settings });
  expect(started.status).toBe(202);
  const read = async () =>
    (await ask('GET', `/measurements/${String(at(started.body, 'id'))}`)).body as MeasurementReply;
  await until('it is measured', async () => !['waiting', 'measuring'].includes((await read()).state));
  return await read();
}

async function saved(own: Partial<AssistantSettings>, replaces = 0, why = 'Try'): Promise<SettingsReply> {
  const settings = changed(own);
  const { id } = await measured(settings, replaces);
  const reply = await ask('POST', '', { replaces, settings, why, measurement_id: id });
  expect(reply.status).toBe(201);
  return reply.body as SettingsReply;
}

const bandOf = (text: string, of: TestServer = server) => retrieve(of.knowledge.index(), { text, chatType: 1 }).band;

test('before the first change, the product’s settings are in force as version 0', async () => {
  expect(await current()).toMatchObject({ version: 0, settings: productSettings, made_by: null, made_at: null });
  expect(await versions()).toMatchObject([{ version: 0, is_current: true, changes: [] }]);
});

test('a threshold is measured, saved with its reason, and answers the next question otherwise', async () => {
  await sql`insert into question_sets (set_name, question, entry_id)
    values ('own', 'copper foil thickness', 'foil')`.execute(server.db);
  const text = 'copper foil thickness';
  expect(bandOf(text)).toBe('suggest');
  const lower = changed({ answerAt: 0.5, followUpAt: 0.5 });
  expect(await measured(lower)).toMatchObject({
    state: 'done',
    result: { figures: { now: { answered: 0 }, new: { answered: 1 } }, worse_total: 0, needs_reason: false },
  });
  expect(bandOf(text)).toBe('suggest');
  expect(await saved({ answerAt: 0.5, followUpAt: 0.5 }, 0, 'Answer more')).toMatchObject({
    version: 1,
    why: 'Answer more',
  });
  expect(bandOf(text)).toBe('answer');
  const test1 = await server.request(expert, 'POST', '/admin-api/knowledge/retrieval_test', {
    text,
    chat_type: 1,
    index: 'active',
  });
  expect(test1.body).toMatchObject({ band: 'answer', answer_at: 0.5, settings_version: 1 });
  expect(await versions()).toMatchObject([
    {
      version: 1,
      is_current: true,
      why: 'Answer more',
      made_by: 'expert',
      changes: [
        { name: 'answerAt', before: 0.85, after: 0.5 },
        { name: 'followUpAt', before: 0.85, after: 0.5 },
      ],
    },
    { version: 0, is_current: false },
  ]);
});

test('a question that gets worse is named, and a drop asks for a reason', async () => {
  await sql`insert into question_sets (set_name, question, entry_id)
    values ('own', 'How thick is copper foil?', 'foil'), ('own', 'mixing slurry', 'slurry')`.execute(server.db);
  await saved({ answerAt: 0.5, followUpAt: 0.5, suggestAt: 0.2 });
  const { result } = await measured(productSettings, 1);
  expect(result).toMatchObject({ worse_total: 1, needs_reason: true });
  expect(result?.worse[0]).toMatchObject({ question: 'mixing slurry', before: { band: 'answer' } });
});

test('what changes the search is not saved unmeasured, nor after the knowledge has changed', async () => {
  const settings = changed({ answerAt: 0.6 });
  const unmeasured = await ask('POST', '', { replaces: 0, settings, why: 'Try' });
  expect(unmeasured).toMatchObject({ status: 422, body: { details: [{ path: 'measurement_id', code: 'REQUIRED' }] } });
  const other = await measured(changed({ answerAt: 0.7 }));
  const foreign = await ask('POST', '', { replaces: 0, settings, why: 'Try', measurement_id: other.id });
  expect(foreign.status).toBe(422);
  const { id } = await measured(settings);
  await sql`update knowledge set answer = 'Another' where id = 'foil'`.execute(server.db);
  const late = await ask('POST', '', { replaces: 0, settings, why: 'Try', measurement_id: id });
  expect(late).toMatchObject({ status: 409, body: { code: 'STALE', details: { state: 'outdated' } } });
  const texts = await ask('POST', '', {
    replaces: 0,
    settings: changed({ 'general.title.en': 'Hello' }),
    why: ' Nicer ',
  });
  expect(texts).toMatchObject({ status: 201, body: { why: 'Nicer' } });
});

test('wrong fields are refused by row, and a reason needs words', async () => {
  const settings = changed({ answerAt: 2, synonyms: [['anode', 'cathode'], ['foo']] });
  const wrong = await ask('POST', '', { replaces: 0, settings, why: 'Try' });
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      details: [
        { path: 'answerAt', code: 'RANGE' },
        { path: 'synonyms/0/1', code: 'KNOWN', with: 'cathode, positive electrode, positive side' },
        { path: 'synonyms/1/0', code: 'FEW' },
      ],
    },
  });
  expect((await ask('POST', '/measurements', { replaces: 0, settings })).status).toBe(422);
  const silent = await ask('POST', '', { replaces: 0, settings: productSettings, why: '  ' });
  expect(silent).toMatchObject({ status: 422, body: { details: [{ path: 'why', code: 'REQUIRED' }] } });
});

test('whoever saves on top of a version that is not in force is told which one is', async () => {
  await saved({ 'general.title.en': 'First' });
  const settings = changed({ 'general.title.en': 'Second' });
  const late = await ask('POST', '', { replaces: 0, settings, why: 'Try' });
  expect(late).toMatchObject({ status: 409, body: { code: 'STALE', details: { version: 1 } } });
  const back = await ask('POST', '/use_again', { version: 0, replaces: 0, why: 'Back' });
  expect(back).toMatchObject({ status: 409, body: { code: 'STALE', details: { version: 1 } } });
  expect((await current()).settings['general.title.en']).toBe('First');
});

test('of two that save at the same time, one is saved', async () => {
  const replies = await Promise.all(
    ['One', 'Two'].map((title) =>
      ask('POST', '', { replaces: 0, settings: changed({ 'general.title.en': title }), why: 'Try' }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect((await current()).version).toBe(1);
});

test('an earlier version is used again as a new one', async () => {
  await saved({ answerAt: 0.5, followUpAt: 0.5 });
  const again = await ask('POST', '/use_again', { version: 0, replaces: 1, why: 'It answered too much' });
  expect(again).toMatchObject({ status: 201, body: { version: 2, brings_back: 0, settings: productSettings } });
  expect(bandOf('copper foil thickness')).toBe('suggest');
  expect(await versions()).toMatchObject([{ version: 2, brings_back: 0 }, { version: 1 }, { version: 0 }]);
  expect((await ask('POST', '/use_again', { version: 9, replaces: 2, why: 'Back' })).status).toBe(404);
});

const rollIn = (of: TestServer) => retrieve(of.knowledge.index(), { text: 'How is a swirlcake wound?', chatType: 1 });

test('another process searches with own synonyms as soon as they are saved, without a restart', async () => {
  const other = await startServer({ database: server.databaseUrl });
  try {
    const group = [['swirlcake', 'jelly roll']];
    const before = rollIn(other).confidence;
    await saved({ synonyms: group });
    await until('the other process has them', async () => other.knowledge.settings().version === 1);
    expect(rollIn(other)).toEqual(rollIn(server));
    expect(rollIn(other).confidence).toBeGreaterThan(before);
  } finally {
    await other.close();
  }
});

test('a device gets settings beside the entries, again only when they have changed, and searches with them', async () => {
  const device = await Device.open(server, await server.signIn('engineer'));
  await device.sync();
  expect(await assistantSettingsOf(device.db)).toMatchObject({ version: 0, retrieval: {} });
  await saved({ answerAt: 0.5, followUpAt: 0.5, 'general.starters.en': ['Is foil thin?'] });
  device.pass(limits.knowledgeCheckMs);
  await device.sync();
  expect(await assistantSettingsOf(device.db)).toMatchObject({
    version: 1,
    retrieval: { answerAt: 0.5, followUpAt: 0.5 },
    welcome: { general: { en: { starters: ['Is foil thin?'] }, ko: {} } },
  });
  expect(await knowledgeOf(device.db)).toHaveLength(3);
  const { stamp } = (await server.request(expert, 'GET', '/sync/knowledge')).body as { stamp: string };
  const same = await server.request(expert, 'GET', `/sync/knowledge?stamp=${stamp}&settings=1`);
  expect(same.body).toMatchObject({ whole: false, stamp });
  expect(same.body).not.toHaveProperty('settings');
  const older = await server.request(expert, 'GET', `/sync/knowledge?stamp=${stamp}&settings=0`);
  expect(older.body).toMatchObject({ whole: false, stamp, settings: { version: 1 } });
  device.close();
});

test('whoever may not keep answers gets the welcome texts too, and no entries', async () => {
  await saved({ 'general.title.en': 'Hello tester' });
  const tester = await server.signIn('trial', 0);
  const { body } = await server.request(tester, 'GET', '/sync/knowledge');
  expect(body).toMatchObject({
    stamp: '',
    entries: { id: [] },
    settings: { welcome: { general: { en: { title: 'Hello tester' } } } },
  });
});

test('the number of suggestions and preferred categories are those of the settings', async () => {
  await saved({ suggestions: 1, suggestAt: 0, foreignBelow: 0 });
  const asked = await server.request(expert, 'POST', '/bot/questions', { text: 'long thick wound', role: 'user' });
  expect(at(asked.body, 'answer.suggestions')).toHaveLength(1);
  expect(server.knowledge.index().settings.categories[2]).toEqual(productSettings['supplier.categories']);
});
