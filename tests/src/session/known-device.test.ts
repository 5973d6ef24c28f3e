import { beforeEach, expect, test, vi } from 'vitest';
import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { DeviceDb } from '../../../src/db/device.ts';
import { parkedCount } from '../../../src/db/parked-count.ts';
import { waitingCount } from '../../../src/db/unsent-commands.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { registerUserOnDevice, clearConfirmedOf, type LockQuery } from '../../../src/session/known-device.ts';
import { deviceOf, roomOfMe, testUser } from '../../support/src/user.ts';

const textKept = new Map<string, string>();
beforeEach(() => {
  textKept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => textKept.get(key) ?? null,
    setItem: (key: string, text: string) => void textKept.set(key, text),
    removeItem: (key: string) => void textKept.delete(key),
  });
});

const nobodyElse: LockQuery = { query: async () => ({ held: [], pending: [] }) };
const alsoAtWork = (id: string): LockQuery => ({
  query: async () => ({ held: [{ name: `drain:${id}`, mode: 'exclusive', clientId: 'tab' }], pending: [] }),
});

function cookieOf(drawn: string) {
  let value = drawn;
  return { get: () => value, set: (next: string) => void (value = next) };
}

/** A user who has a room, wrote a message in it, and whose session then expired. */
async function ranOut() {
  const { me, db, ctx } = deviceOf(testUser({ display_name: 'Ada' }));
  await registerUserOnDevice(me, cookieOf('first'), '1', nobodyElse);
  const room = roomOfMe(me);
  await db.transaction('rw', db.rooms, () => db.rooms.put(room));
  await sendMessage(ctx, { roomId: room.id, content: 'not sent yet', files: [] });
  db.close();
  return me;
}

async function leftOf(id: string): Promise<{ rooms: number; waiting: number }> {
  const db = new UserDb(id);
  const rooms = await db.rooms.count();
  const { waiting } = await waitingCount(db);
  db.close();
  return { rooms, waiting };
}

async function known(): Promise<Map<string, boolean>> {
  const device = new DeviceDb();
  const users = await device.people.toArray();
  device.close();
  return new Map(users.map(({ id, holdsConfirmed }) => [id, holdsConfirmed]));
}

test("the server's data is deleted when another user signs in after my session expired; my unsent commands wait for me", async () => {
  const ada = await ranOut();
  const ben = testUser();
  await registerUserOnDevice(ben, cookieOf('first'), '1', nobodyElse);
  expect(await leftOf(ada.id)).toEqual({ rooms: 0, waiting: 1 });
  const users = await known();
  expect([users.get(ada.id), users.get(ben.id)]).toEqual([false, true]);
});

test('my own rows stay when I come back', async () => {
  const ada = await ranOut();
  await registerUserOnDevice(ada, cookieOf('first'), '1', nobodyElse);
  expect(await leftOf(ada.id)).toEqual({ rooms: 1, waiting: 1 });
});

test('a user active in another tab keeps their rows until the next sign-in', async () => {
  const ada = await ranOut();
  await registerUserOnDevice(testUser(), cookieOf('first'), '1', alsoAtWork(ada.id));
  expect(await leftOf(ada.id)).toEqual({ rooms: 1, waiting: 1 });
  await registerUserOnDevice(testUser(), cookieOf('first'), '1', nobodyElse);
  expect(await leftOf(ada.id)).toEqual({ rooms: 0, waiting: 1 });
});

test('a sign-out is remembered, so that nothing is deleted twice', async () => {
  const ada = await ranOut();
  await clearConfirmedOf(ada.id);
  expect((await known()).get(ada.id)).toBe(false);
  expect(await leftOf(ada.id)).toEqual({ rooms: 0, waiting: 1 });
});

test('who is signed out leaves the number of what they have not sent, for the page one signs in on', async () => {
  const ada = await ranOut();
  textKept.clear();
  await clearConfirmedOf(ada.id);
  await clearConfirmedOf(testUser().id);
  expect(parkedCount()).toBe(1);
  const ben = await ranOut();
  await clearConfirmedOf(ben.id);
  expect(parkedCount()).toBe(2);
  await registerUserOnDevice(ada, cookieOf('first'), '1', nobodyElse);
  expect(parkedCount()).toBe(1);
  expect([...textKept.values()].join('')).not.toMatch(/Ada|not sent yet/);
});

test('an expired session counts as a sign-out when another user signs in', async () => {
  await ranOut();
  textKept.clear();
  await registerUserOnDevice(testUser(), cookieOf('first'), '1', nobodyElse);
  expect(parkedCount()).toBe(1);
});

test('a foreign value in its place is ignored', () => {
  for (const text of ['', 'null', '[]', '{"a":"3","b":-1,"c":null}', '{"a":1e99}']) {
    textKept.set('vfp.parked', text);
    expect(parkedCount()).toBe(0);
  }
});

test('a device keeps the fingerprint it was first known by', async () => {
  const cookie = cookieOf('drawn after an update');
  await registerUserOnDevice(testUser(), cookie, '2', nobodyElse);
  expect(cookie.get()).toBe('first');
});

test('the device holds no content: who, when, and how it is recognized', async () => {
  await ranOut();
  const device = new DeviceDb();
  const [user] = await device.people.toArray();
  const facts = await device.facts.toArray();
  device.close();
  expect(Object.keys(user ?? {}).toSorted()).toEqual(['holdsConfirmed', 'id', 'lastSeenAt', 'name']);
  expect(facts).toEqual([{ key: 'fingerprint', value: 'first', madeBy: '1' }]);
});
