import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { type Block, likelyTheSame, shuffled } from '../support/permutation.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Random } from '../simulation/random.ts';

/**
 * Whether anybody can find out who has an account: 300 addresses that have one and 300 that have none are asked about once
 * each, each from an address of its own, with the limits as they are shipped.
 *
 * Each door is looked at once, and fails at p below 0.0001: where nothing tells, 6 runs of these six doors in 10,000 fail by
 * chance. With the medians of 200 and 200 and p below 0.01, 5 in 100 would, and no smaller difference would be seen: what
 * such medians vary by is mostly other work of the machine. Here ten that have an account and ten that have none are asked
 * within a moment, in an order left to chance, and only the ranks within such a block are compared. In measurements of these
 * doors on a busy machine that made a difference 1.5 to 5 times as clear, and p of 0.0001 asks for 1.5 times as clear a
 * difference as p of 0.01 (3.89 to 2.58 deviations). On an idle machine ranks alone gain 1.2, and 300 instead of 200 the rest.
 *
 * Pairs would be clearer still, but whoever is asked after one who has an account waits for the letter that is written
 * then: in a pair that is always the other. In a block it is nearly as often the same.
 */

let server: TestServer;
let addresses = 0;
const order = new Random(11);
const each = 300;
const inBlock = 10;
/** Below it a door counts as one that tells. */
const tells = 0.0001;
const password = 'Right-2026!';

beforeAll(async () => {
  server = await startServer({ proxies: 1 });
});
afterAll(() => server.close());

const doors: { path: string; prepare: (emails: string[]) => Promise<void>; body: (email: string) => object }[] = [
  { path: '/auth/login', prepare: makeAccounts, body: (email) => ({ email, password: 'Wrong-2026!' }) },
  { path: '/auth/register', prepare: makeAccounts, body: (email) => ({ email, password }) },
  { path: '/auth/forgot-password', prepare: makeAccounts, body: (email) => ({ email }) },
  { path: '/auth/send-sign-in-code', prepare: makeAccounts, body: (email) => ({ email }) },
  { path: '/auth/re-send-confirmation-code', prepare: makeSignUps, body: (email) => ({ email }) },
  { path: '/auth/re-send-confirmation-code', prepare: makeAccounts, body: (email) => ({ email }) },
];

test.each(doors)(
  '$path answers the same, and as fast, whoever it knows ($prepare.name)',
  async ({ path, prepare, body }) => {
    const [known, unknown] = ['known', 'nobody'].map((kind) =>
      emailsOf(`${path.split('/').at(-1)}-${prepare.name.toLowerCase()}-${kind}`),
    );
    if (known === undefined || unknown === undefined) throw new Error('no addresses');
    await prepare(known);
    for (let i = 0; i < 20; i++) await ask(path, body(`warm-${i}@test.vfp`));
    const blocks: (Block & { seen: string[] })[] = [];
    for (let i = 0; i < each; i += inBlock)
      blocks.push(await tryBlock(path, body, known.slice(i, i + inBlock), unknown.slice(i, i + inBlock)));
    expect(new Set(blocks.flatMap(({ seen }) => seen)), 'what is seen').toHaveLength(1);
    const look = likelyTheSame(blocks);
    expect(look.p, `the time tells who has an account: ${JSON.stringify(look)}`).toBeGreaterThan(tells);
  },
);

/** Each address once, in an order that tells nothing. */
async function tryBlock(path: string, body: (email: string) => object, known: string[], unknown: string[]) {
  const [a, b, seen]: [number[], number[], string[]] = [[], [], []];
  for (const email of shuffled([...known, ...unknown], order)) {
    const answer = await ask(path, body(email), email);
    (known.includes(email) ? a : b).push(answer.ms);
    seen.push(answer.seen);
  }
  return { a, b, seen };
}

async function ask(path: string, body: object, email = ''): Promise<{ ms: number; seen: string }> {
  const from = performance.now();
  const answer = await server.request(null, 'POST', path, body, { 'x-forwarded-for': nextAddress() });
  const ms = performance.now() - from;
  const { date: _date, 'x-request-id': requestId, ...headers } = answer.headers;
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith('x-ratelimit-'));
  const text = answer.text
    .replace(String(requestId), '')
    .replace(email, '')
    .replace(/"user_id":"[^"]*"/, '');
  return { ms, seen: JSON.stringify([answer.status, kept, text]) };
}

function nextAddress(): string {
  addresses++;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** All equally long, because an answer may repeat the address. */
function emailsOf(kind: string): string[] {
  return Array.from({ length: each }, (_, i) => `${kind.padEnd(60, '-')}${String(i).padStart(3, '0')}@test.vfp`);
}

async function makeAccounts(emails: string[]): Promise<void> {
  const hash = await hashPassword(password);
  await sql`insert into users (id, email, password_hash, display_name)
    select gen_random_uuid(), email, ${hash}, 'Somebody' from unnest(${emails}::text[]) as t (email)`.execute(
    server.db,
  );
}

async function makeSignUps(emails: string[]): Promise<void> {
  const hash = await hashPassword(password);
  await sql`insert into sign_ups (id, email, kind, password_hash, display_name, place)
    select gen_random_uuid(), email, 'REGISTER', ${hash}, 'Somebody', ${Buffer.of(0)} from unnest(${emails}::text[]) as t (email)`.execute(
    server.db,
  );
}

/** Measurements on a machine that is now fast and now slow: those of the one kind take so many ms longer. */
function measured(chance: Random, longer: number, blocks = each / inBlock): Block[] {
  return Array.from({ length: blocks }, (_, i) => {
    const slow = i % 4 < 2 ? 1 : 3;
    const times = (more: number) => Array.from({ length: inBlock }, () => slow * (10 + more + 3 * chance.next()));
    return { a: times(longer), b: times(0) };
  });
}

test('the measure sees a twentieth of a difference, also on a machine that is now fast and now slow, and none where there is none', () => {
  const chance = new Random(3);
  expect(likelyTheSame(measured(chance, 0)).p).toBeGreaterThan(0.01);
  expect(likelyTheSame(measured(chance, 0.5)).p).toBeLessThan(tells);
  expect(likelyTheSame(measured(chance, -0.5)).p).toBeLessThan(tells);
});

test('of a thousand doors that are all the same about ten look different at p below 0.01', () => {
  const chance = new Random(5);
  const looks = Array.from({ length: 1000 }, (_, seed) => likelyTheSame(measured(chance, 0, 4), seed, 1000).p);
  const different = looks.filter((p) => p < 0.01).length;
  expect(different).toBeGreaterThan(2);
  expect(different).toBeLessThan(20);
});
