import { readPending } from '../../src/db/pending.ts';
import { wantedStreams } from '../../src/db/meta.ts';
import type { Cursor } from '#domain/protocol/sync.ts';
import { somebody } from '../src/support/person.ts';
import { CursorWatch, differences, effectsIn, lostOn } from './checks.ts';
import { Device } from './device.ts';
import { Faults, type FaultKind } from './faults.ts';
import { Ledger } from './ledger.ts';
import { ModelServer } from './model-server.ts';
import { People } from './people.ts';
import { Random } from './random.ts';
import { Timeline } from './timeline.ts';
import { Wire } from './wire.ts';

/** One story, told by its seed: people write on several devices while everything between them goes wrong; then it is quiet. */
export interface Outcome {
  seed: number;
  violations: string[];
  devices: number;
  commands: number;
  faults: ReadonlyMap<FaultKind, number>;
}

const storyMs = 120_000;
const deedsPerStory = 60;
const restMs = 3 * 60 * 60_000;

export async function simulate(seed: number): Promise<Outcome> {
  const random = new Random(seed);
  const timeline = new Timeline();
  const faults = new Faults(random, 0.04 + random.next() * 0.12);
  const customer = somebody({ id: random.uuid(), display_name: 'customer' });
  const other = somebody({ id: random.uuid(), display_name: 'other' });
  const expert = somebody({ id: random.uuid(), display_name: 'expert', role: 'EXPERT' });
  const server = new ModelServer([customer, other, expert], random.between(3, 12));
  const wire = new Wire({ timeline, server, faults, random });
  const make = (name: string, me: typeof customer) => new Device({ name, me, timeline, wire, random });
  const devices = [make('phone', customer), make('desktop', customer), make('expert', expert)];
  if (random.chance(0.4)) devices.push(make('other', other));
  const ledger = new Ledger();
  const people = new People(random, ledger);
  const violations = new Set<string>();
  const cursors = new CursorWatch();
  const changed = new Set<Device>();

  async function look(device: Device): Promise<void> {
    if (!device.isUp || device.isParked) return;
    for (const violation of [...(await lostOn(device, ledger, server)), ...(await cursors.movedBack(device))])
      violations.add(violation);
  }

  async function watch(): Promise<boolean> {
    const due = [...changed];
    changed.clear();
    for (const device of due) await look(device).catch(() => undefined);
    return violations.size > 20;
  }

  for (const device of devices) {
    device.replied = () => void changed.add(device);
    timeline.at(random.below(2000), () => void device.start());
  }
  for (let i = 0; i < deedsPerStory; i++) {
    const device = random.pick(devices);
    timeline.at(1000 + random.below(storyMs), () => void people.act(device));
  }
  planTrouble({ random, timeline, faults, devices, server, changed });
  for (let at = 5000; at < storyMs; at += 7000) {
    const device = random.pick(devices);
    timeline.at(at, () => void people.decide(device, false));
  }
  await timeline.run(storyMs + 2000, watch);

  faults.rate = 0;
  await timeline.run(storyMs + restMs, restingWatch(timeline, devices, server, people, watch));
  for (const device of devices) await look(device);
  const restless = await unrest(devices, server);
  for (const why of restless) violations.add(`not at rest: ${why}`);
  if (restless.length === 0)
    for (const problem of [...effectsIn(ledger, server), ...(await differences(devices, server))])
      violations.add(problem);
  for (const device of devices) for (const fault of await faultsOn(device)) violations.add(fault);
  for (const device of devices) device.stop();
  return {
    seed,
    violations: [...violations],
    devices: devices.length,
    commands: people.commands,
    faults: faults.counts,
  };
}

/** Faults that are not of the network: crashes at any write, sign-outs, another history, a leader that is replaced. */
function planTrouble(parts: {
  random: Random;
  timeline: Timeline;
  faults: Faults;
  devices: Device[];
  server: ModelServer;
  changed: Set<Device>;
}): void {
  const { random, timeline, faults, devices, server, changed } = parts;
  const troubles: [FaultKind, number, (device: Device) => void][] = [
    [
      'client crashed',
      random.between(2, 6),
      (device) => (random.chance(0.7) ? device.crashAfterWrites(random.between(1, 25)) : device.crash()),
    ],
    ['signed out', random.below(3), (device) => (device.isSignedIn = false)],
    ['leader replaced', random.below(3), (device) => void device.lead()],
    ['other history', random.chance(0.3) ? 1 : 0, () => (server.epoch = `${server.epoch}+`)],
  ];
  for (const [kind, times, strike] of troubles) {
    for (let i = 0; i < times; i++) {
      const device = random.pick(devices);
      timeline.at(3000 + random.below(storyMs - 10_000), () => {
        faults.happened(kind);
        strike(device);
        changed.add(device);
      });
    }
  }
}

/** Looks now and then whether everything has arrived everywhere; lets go of what stays refused. */
function restingWatch(
  timeline: Timeline,
  devices: Device[],
  server: ModelServer,
  people: People,
  watch: () => Promise<boolean>,
) {
  let next = 0;
  return async () => {
    if (await watch()) return true;
    if (timeline.now < next) return false;
    next = timeline.now + 5000;
    for (const device of devices) {
      await people.decide(device, true);
      device.hint();
    }
    return (await unrest(devices, server)).length === 0;
  };
}

/** Faults of our own in storage, which a retry would hide; those of a page that was killed are not ours. */
async function faultsOn(device: Device): Promise<string[]> {
  const rows = await device.db.synclog.filter(({ what }) => what.startsWith('fault in')).toArray();
  return rows
    .map(({ what, detail }) => `${device.name}: ${what}: ${JSON.stringify(detail)}`)
    .filter((text) => /PrematureCommit|TransactionInactive|TypeError/.test(text));
}

/** What still moves, in words; nothing when everything has arrived everywhere. */
async function unrest(devices: Device[], server: ModelServer): Promise<string[]> {
  const restless: string[] = [];
  for (const device of devices)
    restless.push(...(await unrestOf(device, server)).map((why) => `${device.name} ${why}`));
  return restless;
}

async function unrestOf(device: Device, server: ModelServer): Promise<string[]> {
  if (!device.isUp || device.isParked || !device.isSignedIn) return ['is not up'];
  const { db, me } = device;
  const pending = await readPending(db);
  const why = pending.entries.map(
    ({ type, lane, n }) => `still has ${pending.isAccepted(n) ? 'accepted' : 'unsent'} ${type} in ${lane}`,
  );
  const refused = await db.attention.count();
  if (refused > 0) why.push(`has ${refused} refused`);
  const wanted = [...(await wantedStreams(db)).keys()];
  if (wanted.length > 0) why.push(`wants ${wanted.join()}`);
  const cursor = (await db.meta.get('cursor'))?.value as Cursor | undefined;
  const reply = cursor === undefined ? undefined : server.pull(me, cursor, 100);
  if (reply === undefined || !('events' in reply) || reply.events.length > 0) why.push('is behind');
  return why;
}
