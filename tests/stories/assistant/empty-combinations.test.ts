import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { Device } from '../../support/devices/device.ts';
import { at, provideServer } from '../../support/servers/server.ts';

/** What answers could not offer becomes a list for the experts who write the knowledge base. */

const server = await provideServer({ knowledge: true });
const expert = await server.signIn('expert');
beforeEach(() => sql`delete from empty_combinations`.execute(server.db));

const about811 = 'Can NMC811 cathodes be processed in water?';
const aboutWindow = 'What voltage window applies to NCA/graphite?';

const ask = (device: Device, text: string) => askQuestion(device.ctx, { text, chatType: 1 });

async function listed(query = '') {
  const { body } = await server.request(expert, 'GET', `/admin-api/empty_combinations${query}`);
  return at(body, 'items') as {
    entry_id: string;
    title: string;
    kind: string;
    option: { en: string };
    times: number;
  }[];
}

test('each answer counts once what it could not offer, whoever asks and however often it is sent', async () => {
  const lab = await Device.open(server, await server.signIn('engineer'));
  const other = await Device.open(server, await server.signIn('customer'));
  await ask(lab, aboutWindow);
  lab.network.loseReplies(/sync\/push/);
  await lab.send();
  await lab.restart();
  await lab.sync();
  const once = await listed();
  expect(once.length).toBeGreaterThan(0);
  expect(new Set(once.map(({ times }) => times))).toEqual(new Set([1]));
  await ask(other, aboutWindow);
  await other.sync();
  expect(await listed()).toEqual(
    once.map((row) => expect.objectContaining({ ...row, times: 2, last_at: expect.any(String) })),
  );
  const offered = (await lab.messages((await lab.rooms())[0]?.id ?? '')).at(-1)?.answer?.refine?.changes ?? [];
  expect(offered.length).toBeGreaterThan(0);
  const names = new Set(once.map(({ option }) => option.en));
  expect(offered.filter(({ label }) => names.has(label))).toEqual([]);
  lab.close();
  other.close();
});

test('experts see the entry, what it has no counterpart for, and how often, by kind; no question and no name', async () => {
  const lab = await Device.open(server, await server.signIn('engineer'));
  await ask(lab, about811);
  await ask(lab, 'What are the dimensions of a 21700 cell?');
  await lab.sync();
  const all = await listed();
  expect(all.map(({ title, kind, option, times }) => [title, kind, option.en, times])).toEqual(
    expect.arrayContaining([[about811, 'chemistry', 'LTO', 1]]),
  );
  expect(await listed('?kind=format')).toEqual([]);
  expect(await listed('?kind=format,chemistry,temperature')).toEqual(all);
  const chemistry = await listed('?kind=chemistry');
  expect(chemistry).toEqual(all.filter(({ kind }) => kind === 'chemistry'));
  const { rows } = await sql<Record<string, unknown>>`select * from empty_combinations`.execute(server.db);
  expect(rows.map((row) => Object.keys(row))).toEqual(
    rows.map(() => ['entry_id', 'kind', 'option', 'times', 'first_at', 'last_at']),
  );
  lab.close();
});

test('an entry that is withdrawn leaves the list', async () => {
  const lab = await Device.open(server, await server.signIn('engineer'));
  await ask(lab, aboutWindow);
  await lab.sync();
  const [row] = await listed();
  await sql`update knowledge set status = 'needs_check' where id = ${row?.entry_id}`.execute(server.db);
  const left = await listed();
  expect(left.filter(({ entry_id }) => entry_id === row?.entry_id)).toEqual([]);
  await sql`update knowledge set status = 'published' where id = ${row?.entry_id}`.execute(server.db);
  lab.close();
});
