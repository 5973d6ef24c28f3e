import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../server/passwords.ts';
import { likelyTheSame, shuffled } from '../support/permutation.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Random } from '../simulation/random.ts';

/**
 * Whether anybody can find out who has an account: 200 addresses that have one and 200 that have none are asked about once
 * each, in random order, each from an address of its own, with the limits as they are shipped.
 */

let server: TestServer;
let addresses = 0;
const each = 200;
const password = 'Right-2026!';

beforeAll(async () => {
  server = await startServer({ proxies: 1 });
});
afterAll(() => server.close());

const doors: { path: string; prepare: (emails: string[]) => Promise<void>; body: (email: string) => object }[] = [
  { path: '/auth/login', prepare: makeAccounts, body: (email) => ({ email, password: 'Wrong-2026!' }) },
  { path: '/auth/register', prepare: makeAccounts, body: (email) => ({ email, password }) },
  { path: '/auth/forgot-password', prepare: makeAccounts, body: (email) => ({ email }) },
  { path: '/auth/re-send-confirmation-code', prepare: makeSignUps, body: (email) => ({ email }) },
  { path: '/auth/re-send-confirmation-code', prepare: makeAccounts, body: (email) => ({ email }) },
];

test.each(doors)(
  '$path answers the same, and as fast, whoever it knows ($prepare.name)',
  async ({ path, prepare, body }) => {
    // Of two equal doors one in a hundred looks different by chance; a door that is different looks so again.
    const looks = [];
    for (const name of ['first', 'second']) {
      const [known, unknown] = ['known', 'nobody'].map((kind) =>
        emailsOf(`${path.split('/').at(-1)}-${prepare.name.toLowerCase()}-${name}-${kind}`),
      );
      if (known === undefined || unknown === undefined) throw new Error('no addresses');
      await prepare(known);
      for (let i = 0; i < 20; i++) await ask(path, body(`${name}-warm-${i}@test.vfp`));
      const tried = await tryAll(path, body, known, unknown);
      expect(new Set(tried.map(({ seen }) => seen)), 'what is seen').toHaveLength(1);
      const [a, b] = [true, false].map((has) => tried.filter((one) => one.has === has).map(({ ms }) => ms));
      looks.push(likelyTheSame(a ?? [], b ?? []));
      if ((looks.at(-1)?.p ?? 0) > 0.01) return;
    }
    expect.fail(`the time tells who has an account: ${JSON.stringify(looks)}`);
  },
  60_000,
);

/** Each address once, in an order that tells nothing. */
async function tryAll(path: string, body: (email: string) => object, known: string[], unknown: string[]) {
  const all = [...known.map((email) => ({ email, has: true })), ...unknown.map((email) => ({ email, has: false }))];
  const tried: { has: boolean; ms: number; seen: string }[] = [];
  for (const { email, has } of shuffled(all)) tried.push({ has, ...(await ask(path, body(email), email)) });
  return tried;
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

test('the measure sees a tenth of a difference, and none where there is none', () => {
  const chance = new Random(3);
  const times = (longer: number) => Array.from({ length: each }, () => 10 + longer + 4 * chance.next());
  expect(likelyTheSame(times(0), times(0)).p).toBeGreaterThan(0.01);
  expect(likelyTheSame(times(0), times(1)).p).toBeLessThan(0.01);
});
