import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { PushReply } from '#domain/spine/wire/sync.ts';
import { keepFile } from '../../../server/files/stored-files.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { actorOf } from '../../../server/session/users.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { Reader } from '../../../src/sync/reader/reader.ts';
import { Device } from '../../support/devices/device.ts';
import { lastingPartOf, type Recording, recordings, summaryOf } from '../../support/recorded/recorded.ts';
import { databaseOf, queueAll } from '../../support/recorded/recorded-rows.ts';
import { bytesOf, diskOf } from '../../support/recorded/recorded-store.ts';
import { type SignedIn, startServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

/**
 * What earlier releases sent and stored: today's server and today's devices go on with it.
 * `VFP_RECORD=1 npm test -- tests/stories/spine/recording.test.ts` records today's.
 */

type Who = 'engineer' | 'expert';
type Installation = NonNullable<Recording['installation']>;

const all = recordings().map((recording) => [recording.at, recording] as const);
const installed = all.flatMap(([at, recording]) =>
  recording.installation === undefined ? [] : [[at, recording, recording.installation] as const],
);

const close: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of close.splice(0).toReversed()) await end();
});

/** Starts a server on the recorded rows, or on a new database where there are none. */
async function serverOf({ installation, users: then }: Recording) {
  const database = installation === undefined ? undefined : await databaseOf(installation.rows);
  const server = await startServer({
    knowledge: 'whole',
    ...(database === undefined ? {} : { database: database.url }),
  });
  close.push(
    () => database?.close(),
    () => server.close(),
  );
  const signIn = (who: Who) => (database === undefined ? server.signIn(who) : signInAs(server, then[who]));
  return { server, users: { engineer: await signIn('engineer'), expert: await signIn('expert') } };
}

async function signInAs({ db }: TestServer, id: string): Promise<SignedIn> {
  const user = await actorOf(db, id);
  if (user === undefined) throw new Error(`user ${id} was not recorded`);
  return { user, token: await openSession(db, id, { deviceId: null, userAgent: null, remember: true }) };
}

test.each(all)('what devices of %s pushed has the same results today', async (_, recording) => {
  const { server, users } = await serverOf(recording);
  for (const [who, { store }] of devicesOf(recording.installation)) {
    for (const row of store.rows['blobs'] ?? []) {
      await keepFile(server.db, server.filesDir, users[who].user.id, (row as { name: string }).name, bytesOf(row));
    }
  }
  for (const { who, body, results } of recording.pushes) {
    const sent = JSON.stringify(body)
      .replaceAll(recording.users.engineer, users.engineer.user.id)
      .replaceAll(recording.users.expert, users.expert.user.id);
    const reply = await server.request(users[who], 'POST', '/sync/push', JSON.parse(sent) as object);
    expect({ status: reply.status, results: (reply.body as PushReply).results?.map(({ s }) => s) }).toEqual({
      status: 200,
      results,
    });
  }
});

test.each(all)('a new device of today reads what servers of %s sent', async (_, { readers }) => {
  for (const { me, snapshot, pulls, had } of readers) {
    Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
    const db = new UserDb(me.id);
    const left = [...pulls];
    const stop = new AbortController();
    const reader = new Reader({
      db,
      me: me.id,
      report: ({ type }) => left.length === 0 && type === 'pull.caughtUp' && stop.abort(),
      world: {
        now: () => performance.now(),
        date: () => Date.now(),
        serverDate: () => Date.now(),
        random: () => 0.5,
        sleep: () => Promise.resolve(),
        push: () => Promise.reject(new Error('nothing to push')),
        pull: () => Promise.resolve(left.shift() ?? Promise.reject(new Error('there was no such pull'))),
        snapshot: () => Promise.resolve(snapshot),
      },
    });
    await reader.run(stop.signal);
    expect(await summaryOf(db)).toEqual(had);
    db.close();
  }
});

test.each(installed)(
  'devices with the storage of %s go on: what waited is sent once, and both have what they had then',
  async (_, recording, installation) => {
    const { server, users } = await serverOf(recording);
    const devices = {} as Record<Who, Device>;
    for (const [who, { store, waiting }] of devicesOf(installation)) {
      const device = await Device.open(server, users[who], { disk: await diskOf(store) });
      close.push(() => device.close());
      expect(await device.waiting()).toEqual(waiting);
      devices[who] = device;
    }
    for (const who of ['engineer', 'expert', 'engineer', 'expert'] as const) await devices[who].sync();
    for (const [who, { had }] of devicesOf(installation)) {
      expect(lastingPartOf(await summaryOf(devices[who].db))).toEqual(lastingPartOf(had));
    }
  },
);

test.each(installed)('jobs that were queued at %s run today', async (_, recording, { rows }) => {
  const { server } = await serverOf(recording);
  const { rows: known } = await sql<{ name: string }>`
    select identifier as name from graphile_worker._private_tasks`.execute(server.db);
  expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(rows.tasks));
  await queueAll(server.db, rows);
  await until('no job is left to run', async () => {
    const { rows: open } = await sql`
      select from graphile_worker._private_jobs where is_available and attempts < max_attempts`.execute(server.db);
    return open.length === 0;
  });
  const failed = await sql<object>`
    select task_identifier, last_error from graphile_worker.jobs where last_error is not null`.execute(server.db);
  expect(failed.rows).toEqual([]);
});

function devicesOf(installation: Installation | undefined) {
  return Object.entries(installation?.devices ?? {}) as [Who, Installation['devices'][Who]][];
}
