import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { tokenLifetimeDays } from '#domain/ground/cookies.ts';
import { DAY, HOUR, SECOND } from '#domain/ground/units.ts';
import { whoAmI } from '../../../src/net/auth.ts';
import { createApi } from '../../../src/net/http.ts';
import { type StoredToken, renewWhenDue } from '../../../src/net/renewal.ts';
import { provideServer, type SignedIn } from '../../support/servers/server.ts';
import { Network } from '../../support/devices/wire.ts';

/** A user who uses the app stays signed in. The tests pass time by shifting the stored times. */

let network: Network;
let locks: Pick<LockManager, 'request'>;
let now: number;

const server = await provideServer();
beforeEach(() => {
  network = new Network(server.url);
  locks = oneLock();
  now = Date.now();
});

/** A lock shared by a browser's tabs. A request for a held lock gets null at once instead of waiting. */
function oneLock(): Pick<LockManager, 'request'> {
  let isHeld = false;
  return {
    async request(_name: string, _options: unknown, held: (lock: object | null) => Promise<unknown>) {
      if (isHeld) return held(null);
      isHeld = true;
      return await held({}).finally(() => (isHeld = false));
    },
  } as unknown as Pick<LockManager, 'request'>;
}

/** The token cookie of a device: it expires after the token's lifetime. */
class Cookie implements StoredToken {
  value: string | undefined;
  keptAt: number | undefined;

  constructor({ token }: SignedIn) {
    this.keep(token);
  }

  token(): string | undefined {
    return now - (this.keptAt ?? now) < tokenLifetimeDays.remembered * DAY ? this.value : undefined;
  }
  since(): number | undefined {
    return this.keptAt;
  }
  keep(token: string): void {
    [this.value, this.keptAt] = [token, now];
  }
}

const renew = (cookie: StoredToken) =>
  renewWhenDue(cookie, { deviceId: () => undefined, fetch: network.fetch }, () => now, locks);

const renewals = () => network.reached.filter((call) => call.includes('getToken')).length;

/** Moves time forward on the device and for everything stored on the server. */
async function pass(ms: number): Promise<void> {
  now += ms;
  const span = sql`${ms} * interval '1 millisecond'`;
  await sql`update sessions set created_at = created_at - ${span}, expires_at = expires_at - ${span},
    last_seen_at = last_seen_at - ${span}`.execute(server.db);
  await sql`update session_tokens set ends_at = ends_at - ${span}`.execute(server.db);
}

async function isSignedIn(token: string | undefined): Promise<boolean> {
  const api = createApi({ token: () => token, deviceId: () => undefined, fetch: network.fetch });
  return await whoAmI(api).then(
    () => true,
    () => false,
  );
}

test('a user who uses the app every other day stays signed in for 90 days, and no longer', async () => {
  const cookie = new Cookie(await server.signIn('engineer'));
  for (let day = 0; day < 88; day += 2) {
    await pass(2 * DAY);
    expect([day, await isSignedIn(cookie.token())]).toEqual([day, true]);
    await renew(cookie);
  }
  await pass(2 * DAY);
  expect(await isSignedIn(cookie.token())).toBe(false);
});

test('a user who was away for a week must sign in again', async () => {
  const cookie = new Cookie(await server.signIn('engineer'));
  await pass(7 * DAY);
  await renew(cookie);
  expect(cookie.token()).toBeUndefined();
  expect(renewals()).toBe(0);
});

test('within a day nothing is renewed, and what an earlier version kept is first kept for a day', async () => {
  const cookie = new Cookie(await server.signIn('engineer'));
  await pass(23 * HOUR);
  await renew(cookie);
  cookie.keptAt = undefined;
  await renew(cookie);
  expect(renewals()).toBe(0);
  await pass(25 * HOUR);
  await renew(cookie);
  expect(renewals()).toBe(1);
});

test('of ten tabs at once one renews, and what the others have under way with the old token is answered for a minute', async () => {
  const who = await server.signIn('engineer');
  const cookie = new Cookie(who);
  await pass(2 * DAY);
  await Promise.all(Array.from({ length: 10 }, () => renew(cookie)));
  expect(renewals()).toBe(1);
  expect(cookie.token()).not.toBe(who.token);
  expect(await isSignedIn(cookie.token())).toBe(true);
  await pass(55 * SECOND);
  expect([await isSignedIn(who.token), await isSignedIn(cookie.token())]).toEqual([true, true]);
  await pass(10 * SECOND);
  expect([await isSignedIn(who.token), await isSignedIn(cookie.token())]).toEqual([false, true]);
});

test('a lost reply signs no one out, however long until the next contact', async () => {
  const who = await server.signIn('engineer');
  const cookie = new Cookie(who);
  await pass(2 * DAY);
  for (let lost = 0; lost < 3; lost++) {
    network.loseReplies(/getToken/, 1);
    await renew(cookie);
    expect(cookie.token()).toBe(who.token);
    await pass(DAY);
    expect(await isSignedIn(cookie.token())).toBe(true);
  }
  await renew(cookie);
  expect(cookie.token()).not.toBe(who.token);
  expect(await isSignedIn(cookie.token())).toBe(true);
});

test('without a network the token stays, and is renewed at the next contact', async () => {
  const who = await server.signIn('engineer');
  const cookie = new Cookie(who);
  await pass(2 * DAY);
  network.isOn = false;
  await renew(cookie);
  expect(cookie.token()).toBe(who.token);
  network.isOn = true;
  await renew(cookie);
  expect(cookie.token()).not.toBe(who.token);
});

test('a sign-out during the renewal of the token remains effective', async () => {
  const cookie = new Cookie(await server.signIn('engineer'));
  await pass(2 * DAY);
  network.next(/getToken/, async (send) => {
    const answer = await send();
    cookie.value = undefined;
    return answer;
  });
  await renew(cookie);
  expect(cookie.token()).toBeUndefined();
});
