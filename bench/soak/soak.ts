import { openSession } from '../../server/session/sessions.ts';
import { openRoom } from '../../src/chat/calls/room-open.ts';
import { somebody } from '../../tests/support/users.ts';
import { until } from '../../tests/support/until.ts';
import { badNetwork } from './bad-network.ts';
import { Client } from './client.ts';
import { Random } from '../../tests/simulation/random.ts';
import { disturb } from './faults.ts';
import { install } from './installation.ts';
import { isQuiet, judge, type Verdict } from './verdict.ts';

/** Devices write and read while servers, databases and the network fail; then all must agree, with nothing missing. */
export interface SoakOptions {
  minutes: number;
  clients: number;
  /** Messages per second, of all devices together. */
  rate: number;
  seed: number;
}

const quietWithinMs = 180_000;
const devicesOfCustomer = 2;

export async function soak({ minutes, clients: count, rate, seed }: SoakOptions): Promise<boolean> {
  const dice = new Random(seed);
  const statuses = countStatuses();
  const installation = await install(3);
  const network = await badNetwork(Number(new URL(installation.balancer.url).port), new Random(seed + 1));
  console.log(`${count} devices, 3 servers, ${installation.redis === undefined ? 'no Redis' : 'Redis'}, seed ${seed}`);

  const { customers, experts } = await users(installation.db, network.url, count);
  const all = [...customers.flatMap(({ devices }) => devices), ...experts];
  console.log(`all are there; now ${minutes} minutes of faults`);

  const writing = new AbortController();
  const pauseMs = (all.length / rate) * 1000;
  const rooms = customers.map(({ roomId }) => roomId);
  const writers = [
    ...customers.flatMap(({ devices, roomId }) =>
      devices.map((device) => device.write([roomId], pauseMs, dice, writing.signal)),
    ),
    ...experts.map((expert) => expert.write(rooms, pauseMs, dice, writing.signal)),
  ];
  const printing = setInterval(() => printState(all), 15_000);
  const done = await disturb(installation, minutes * 60_000, new Random(seed + 2));
  writing.abort();
  await Promise.all(writers);
  clearInterval(printing);
  network.calm();

  const from = performance.now();
  const converged = await until('all is quiet', () => isQuiet(installation.db, all), quietWithinMs).catch(() => false);
  const convergedMs = performance.now() - from;
  const verdict = await judge(installation.db, all, installation.balancer.url);
  print({ verdict, converged, convergedMs, done, befell: network.befell, statuses });
  for (const client of all) client.device.close();
  await network.close();
  await installation.close();
  return converged && isClean(verdict) && (statuses.get(500) ?? 0) === 0;
}

interface Customer {
  roomId: string;
  devices: Client[];
}

async function users(db: Parameters<typeof somebody>[0], url: string, count: number) {
  const device = { deviceId: null, userAgent: null, remember: true };
  const experts: Client[] = [];
  const customers: Customer[] = [];
  const expertCount = Math.max(2, Math.round(count / 50));
  for (let i = 0; i < (count - expertCount) / devicesOfCustomer; i++) {
    const { id } = await somebody(db, 'engineer');
    const devices: Client[] = [];
    for (let d = 0; d < devicesOfCustomer; d++) {
      devices.push(await started(`customer ${i}.${d}`, url, await openSession(db, id, device)));
    }
    const [first] = devices;
    if (first === undefined) throw new Error('no device');
    customers.push({ roomId: await openRoom(first.device.ctx, { type: 5 }), devices });
  }
  for (let i = 0; i < expertCount; i++) {
    const { id } = await somebody(db, 'expert');
    experts.push(await started(`expert ${i}`, url, await openSession(db, id, device)));
  }
  for (const { roomId, devices } of customers) {
    await until(
      'everybody knows the room',
      async () => {
        const known = await Promise.all([...devices, ...experts].map((each) => knows(each, roomId)));
        return known.every(Boolean);
      },
      120_000,
    );
  }
  return { customers, experts };
}

async function knows({ device: { ctx } }: Client, roomId: string): Promise<boolean> {
  return (await ctx.db.rooms.get(roomId)) !== undefined;
}

/** Retries the start of a client, as a user would reload a page that fails to sign in. */
async function started(name: string, url: string, token: string): Promise<Client> {
  return await until(`${name} is there`, () => Client.start(name, url, token), 60_000);
}

/** Counts the replies to all devices by status. */
function countStatuses(): Map<number, number> {
  const statuses = new Map<number, number>();
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    return response;
  };
  return statuses;
}

function printState(clients: readonly Client[]): void {
  const written = clients.reduce((sum, client) => sum + client.written, 0);
  const hearing = clients.filter(({ device }) => device.hears()).length;
  console.log(`  ${written} written, ${hearing} of ${clients.length} sockets open`);
}

function isClean({ lost, doubled, outOfOrder, unequal }: Verdict): boolean {
  return lost + doubled + outOfOrder + unequal.length === 0;
}

function print(found: {
  verdict: Verdict;
  converged: boolean;
  convergedMs: number;
  done: object;
  befell: ReadonlyMap<string, number>;
  statuses: ReadonlyMap<number, number>;
}): void {
  const { verdict, converged, convergedMs, done, befell, statuses } = found;
  console.log('faults', { ...done, connections: Object.fromEntries(befell) });
  console.log('answers by status', Object.fromEntries(statuses));
  console.log(converged ? `quiet after ${(convergedMs / 1000).toFixed(1)} s` : 'it did not become quiet');
  const { written, lost, doubled, outOfOrder, unequal } = verdict;
  if (unequal.length > 0) console.log('unequal', unequal.slice(0, 10));
  console.log(
    `${written} written: ${lost} lost, ${doubled} doubled, ${outOfOrder} out of order, ${unequal.length} devices unlike a fresh one`,
  );
}
