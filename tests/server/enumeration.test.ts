import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/account/passwords.ts';
import { type Block, likelyTheSame, shuffled } from '../support/permutation.ts';
import { provideServer } from '../support/servers/server.ts';
import { Random } from '../simulation/random.ts';

/**
 * Checks that neither a reply nor its time reveals who has an account. Each route is requested once for each of 300 e-mail
 * addresses with an account and 300 without, each from its own IP address, under the default limits.
 *
 * Each route is measured once and fails at p below 0.0001. Without a difference, 6 in 10,000 runs of the six routes fail by
 * chance. Comparing the medians of 200 and 200 at p below 0.01 would fail 5 in 100 runs and detect no smaller difference,
 * because such medians vary mostly with other load on the machine. Therefore ten addresses of each kind form a block. They
 * are requested within a moment, in random order, and only ranks within a block are compared. On a busy machine this made a
 * difference 1.5 to 5 times as clear. A p of 0.0001 needs a difference 1.5 times as clear as a p of 0.01 does (3.89 and 2.58
 * standard deviations). On an idle machine ranks gain a factor of 1.2, and 300 samples instead of 200 the rest.
 *
 * Pairs would be clearer still. But a request that follows one for an existing account waits for the e-mail written then: in
 * a pair that is always a request of the other kind, in a block nearly as often one of the same kind.
 */

let addresses = 0;
const order = new Random(11);
const each = 300;
const inBlock = 10;
/** Below this p, a route counts as revealing accounts. */
const revealsBelow = 0.0001;
const password = 'Right-2026!';

const server = await provideServer({ proxies: 1 });

const routes: { path: string; prepare: (emails: string[]) => Promise<void>; body: (email: string) => object }[] = [
  { path: '/auth/login', prepare: makeAccounts, body: (email) => ({ email, password: 'Wrong-2026!' }) },
  { path: '/auth/register', prepare: makeAccounts, body: (email) => ({ email, password }) },
  { path: '/auth/forgot-password', prepare: makeAccounts, body: (email) => ({ email }) },
  { path: '/auth/send-sign-in-code', prepare: makeAccounts, body: (email) => ({ email }) },
  { path: '/auth/re-send-confirmation-code', prepare: makeSignUps, body: (email) => ({ email }) },
  { path: '/auth/re-send-confirmation-code', prepare: makeAccounts, body: (email) => ({ email }) },
];

test.each(routes)(
  '$path gives the same reply in the same time with and without an account ($prepare.name)',
  async ({ path, prepare, body }) => {
    const [known, unknown] = ['known', 'nobody'].map((kind) =>
      emailsOf(`${path.split('/').at(-1)}-${prepare.name.toLowerCase()}-${kind}`),
    );
    if (known === undefined || unknown === undefined) throw new Error('no e-mail addresses');
    await prepare(known);
    for (let i = 0; i < 20; i++) await timeRequest(path, body(`warm-${i}@test.vfp`));
    const blocks: (Block & { seen: string[] })[] = [];
    for (let i = 0; i < each; i += inBlock)
      blocks.push(await tryBlock(path, body, known.slice(i, i + inBlock), unknown.slice(i, i + inBlock)));
    expect(new Set(blocks.flatMap(({ seen }) => seen)), 'replies').toHaveLength(1);
    const comparison = likelyTheSame(blocks);
    expect(comparison.p, `the response time reveals who has an account: ${JSON.stringify(comparison)}`).toBeGreaterThan(
      revealsBelow,
    );
  },
);

/** Requests each address once, in random order. */
async function tryBlock(path: string, body: (email: string) => object, known: string[], unknown: string[]) {
  const [a, b, seen]: [number[], number[], string[]] = [[], [], []];
  for (const email of shuffled([...known, ...unknown], order)) {
    const answer = await timeRequest(path, body(email), email);
    (known.includes(email) ? a : b).push(answer.ms);
    seen.push(answer.seen);
  }
  return { a, b, seen };
}

async function timeRequest(path: string, body: object, email = ''): Promise<{ ms: number; seen: string }> {
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

/** All of the same length, because a reply may repeat the address. */
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
