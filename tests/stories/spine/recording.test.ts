import { expect, test } from 'vitest';
import { commandTable } from '#domain/spine/commands.ts';
import { eventTypes } from '#domain/spine/events.ts';
import type { PullReply, PushBody, PushReply, SnapshotLine } from '#domain/spine/wire/sync.ts';
import { Device } from '../../support/devices/device.ts';
import { type Recording, summaryOf, writeRecording } from '../../support/recorded/recorded.ts';
import { recordJobs, recordRows } from '../../support/recorded/recorded-rows.ts';
import { recordStore } from '../../support/recorded/recorded-store.ts';
import { carrierSecret, type People, workOffline, writeHistory } from '../../support/recorded/recording-scenario.ts';
import { type SignedIn, startServer, type TestServer } from '../../support/servers/server.ts';

/** Records what this build sends and stores, for `recorded.test.ts` of later builds. Run by hand: `VFP_RECORD=1`. */

type Reader = Recording['readers'][number];

/** Records what a new device reads. */
async function readerOf(server: TestServer, who: SignedIn) {
  const device = await Device.open(server, who);
  const read: Omit<Reader, 'had'> = { me: device.me, snapshot: [], pulls: [] };
  device.network.next(
    /sync\/(pull|snapshot)/,
    async (send) => {
      const reply = await send();
      const text = await reply.clone().text();
      if (reply.headers.get('content-type')?.includes('ndjson') === true)
        for (const line of text.trim().split('\n')) read.snapshot.push(JSON.parse(line) as SnapshotLine);
      else read.pulls.push(JSON.parse(text) as PullReply);
      return reply;
    },
    Infinity,
  );
  await device.look();
  return {
    async end(): Promise<Reader> {
      await device.look();
      const had = await summaryOf(device.db);
      device.close();
      return { ...read, had };
    },
  };
}

const typesIn = (reply: PullReply) => ('events' in reply ? reply.events.map(({ type }) => type) : []);

function recordPushes(pushes: Recording['pushes'], who: 'engineer' | 'expert', device: Device): void {
  device.network.next(
    /sync\/push/,
    async (send, body) => {
      const reply = await send();
      const { results } = (await reply.clone().json()) as PushReply;
      pushes.push({ who, body: JSON.parse(body as string) as PushBody, results: results.map(({ s }) => s) });
      return reply;
    },
    Infinity,
  );
}

test.runIf(process.env['VFP_RECORD'] === '1')('every command and event of today is recorded', async () => {
  const server = await startServer({ knowledge: 'whole', env: { CARRIER_WEBHOOK_SECRET: carrierSecret } });
  await recordJobs(server.db);
  const users = {
    engineer: await server.signIn('engineer'),
    colleague: await server.signIn('colleague'),
    leaver: await server.signIn('customer'),
    trial: await server.signIn('trial'),
    // Only an admin may cancel an order that is paid.
    expert: await server.signIn('admin'),
  };
  const devices = {
    engineer: await Device.open(server, users.engineer),
    colleague: await Device.open(server, users.colleague),
    leaver: await Device.open(server, users.leaver),
    expert: await Device.open(server, users.expert),
  };
  const people: People = { server, users, devices };
  const live = [];
  for (const who of ['engineer', 'colleague', 'trial', 'expert'] as const)
    live.push(await readerOf(server, users[who]));
  const history = await writeHistory(people);
  const late = [await readerOf(server, users.engineer), await readerOf(server, users.expert)];
  const readers = [];
  for (const reader of [...live, ...late]) readers.push(await reader.end());

  await workOffline(people, history);
  const { engineer, expert } = devices;
  const before = { engineer: await recordStore(engineer.db), expert: await recordStore(expert.db) };
  const waiting = { engineer: await engineer.waiting(), expert: await expert.waiting() };
  const rows = await recordRows(server.db);
  const pushes: Recording['pushes'] = [];
  for (const who of ['engineer', 'expert', 'engineer', 'expert'] as const) {
    const device = devices[who];
    if (!device.network.isOn) recordPushes(pushes, who, device);
    device.network.isOn = true;
    await device.sync();
  }
  const had = { engineer: await summaryOf(engineer.db), expert: await summaryOf(expert.db) };
  const recordedDevice = (who: 'engineer' | 'expert') => ({ store: before[who], waiting: waiting[who], had: had[who] });

  const pushed = new Set(pushes.flatMap(({ body }) => body.commands.map(({ type }) => type)));
  expect([...pushed].sort()).toEqual(Object.keys(commandTable).sort());
  const pulled = new Set(readers.flatMap(({ pulls }) => pulls.flatMap(typesIn)));
  expect([...pulled].sort()).toEqual([...eventTypes].sort());
  expect(pushes.flatMap(({ results }) => results).filter((s) => s === 'rejected')).toHaveLength(1);
  writeRecording({
    at: new Date().toISOString().slice(0, 10),
    users: { engineer: users.engineer.user.id, expert: users.expert.user.id },
    pushes,
    readers,
    installation: { rows, devices: { engineer: recordedDevice('engineer'), expert: recordedDevice('expert') } },
  });
  for (const device of Object.values(devices)) device.close();
  await server.close();
});
