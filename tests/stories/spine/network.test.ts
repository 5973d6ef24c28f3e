import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Device } from '../../support/devices/device.ts';
import { provideServer } from '../../support/servers/server.ts';
import { talkOn } from '../../support/devices/conversation.ts';

const server = await provideServer();

const pushes = (engineer: Device) => engineer.network.reached.filter((call) => call.endsWith('/sync/push')).length;
const page = '<!doctype html><title>Welcome to Hotel Wi-Fi</title><form>Room number</form>';
const ours = { 'x-vfp-api': '1', 'content-type': 'application/json' };

const strangers: [string, () => Response][] = [
  ['a page of the hotel with 200', () => new Response(page, { headers: { 'content-type': 'text/html' } })],
  ['a redirect to its login', () => new Response('', { status: 302, headers: { location: 'http://hotel.example' } })],
  ['a 401 that is not ours', () => new Response(page, { status: 401 })],
  ['a 403 that is not ours', () => new Response(page, { status: 403 })],
  ['a JSON of somebody else', () => Response.json({ results: [] })],
  ['500', () => new Response('{"code":"INTERNAL"}', { status: 500, headers: ours })],
  ['502 of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['504 of a proxy', () => new Response('<h1>Gateway Timeout</h1>', { status: 504 })],
  ['503', () => new Response('{"code":"UNAVAILABLE"}', { status: 503, headers: ours })],
  ['half an answer', () => new Response('{"results":[{"cmdId"', { headers: ours })],
];

test.each(strangers)('15 answered with %s, what I wrote waits and goes later, once', async (_, answer) => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const before = await engineer.cursor();
  await say(engineer, 'still mine');
  engineer.network.answer(/sync\//, answer, 2);
  expect(await engineer.send()).toBe('stopped');
  expect(await engineer.look()).toBe('failed');
  expect(await engineer.waiting()).toEqual(['chat.send queued']);
  expect(await engineer.cursor()).toEqual(before);
  engineer.network.calm();
  engineer.pass(60_000);
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['still mine']);
  expect(await engineer.waiting()).toEqual([]);
});

test('17 asked to wait half a minute, the device waits half a minute', async () => {
  const { engineer, roomId, say } = await talkOn(server);
  await say(engineer, 'patient');
  engineer.network.answer(
    /sync\/push/,
    () => new Response('{"code":"RATE_LIMITED"}', { status: 429, headers: { ...ours, 'retry-after': '30' } }),
  );
  await engineer.send();
  engineer.pass(29_000);
  const before = pushes(engineer);
  await engineer.send();
  expect(pushes(engineer)).toBe(before);
  expect(await engineer.waiting()).toEqual(['chat.send queued']);
  engineer.pass(1500);
  await engineer.sync();
  expect(pushes(engineer)).toBe(before + 1);
  expect(await engineer.shown(roomId)).toEqual(['patient: sent']);
});

/** Makes time-outs of calls elapse only through the returned function. */
function heldDeadlines(): (ms: number) => void {
  let passed = 0;
  const open: { at: number; controller: AbortController }[] = [];
  const held = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    open.push({ at: passed + ms, controller });
    return controller.signal;
  });
  onTestFinished(() => held.mockRestore());
  return (ms) => {
    passed += ms;
    for (const { at, controller } of open) if (at <= passed) controller.abort(new Error('timeout'));
  };
}

test('18 a server that does not answer is waited for twenty seconds; what it did meanwhile it does not do again', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  const pass = heldDeadlines();
  const { isGivenUp } = engineer.network.silence(/sync\/push/);
  const before = pushes(engineer);
  await say(engineer, 'Hello?');
  const sending = engineer.send();
  await expect.poll(() => pushes(engineer)).toBe(before + 1);
  pass(19_999);
  expect(isGivenUp()).toBe(false);
  pass(1);
  expect(isGivenUp()).toBe(true);
  expect(await sending).toBe('stopped');
  expect(await engineer.waiting()).toEqual(['chat.send queued']);
  engineer.pass(2000);
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['Hello?']);
  expect(await engineer.shown(roomId)).toEqual(['Hello?: sent']);
});

test('one malformed command does not hold up the others of its frame', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'good');
  const bad = await say(engineer, 'bad');
  await say(engineer, 'also good');
  // As after a bug or a disk fault: the entry contains something that no server accepts.
  for (const record of await engineer.db.outbox.toArray()) {
    const entries = record.entries.map((entry) =>
      entry.cmdId === bad ? Object.assign(entry, { args: { ...entry.args, roomId: 'nowhere' } }) : entry,
    );
    await engineer.db.outbox.put({ ...record, entries });
  }
  await engineer.restart();
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['good', 'also good']);
  expect(await engineer.waiting()).toEqual(['chat.send refused VALIDATION']);
});

test('a server too new for this app stops the sending and keeps everything', async () => {
  const { engineer, say } = await talkOn(server);
  await say(engineer, 'kept');
  engineer.network.answer(
    /sync\/push/,
    () => new Response('{"code":"CLIENT_TOO_OLD"}', { status: 426, headers: ours }),
  );
  expect(await engineer.send()).toBe('outdated');
  expect(engineer.reports).toContainEqual({ type: 'client.refused' });
  expect(await engineer.waiting()).toEqual(['chat.send queued']);
});

test('38 after the server came back from a backup my device starts over, keeps its queue and doubles nothing', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'long ago');
  await engineer.sync();
  await say(engineer, 'accepted, not seen yet');
  await engineer.send();
  expect(await engineer.waiting()).toEqual(['chat.send sent']);
  engineer.network.isOn = false;
  await say(engineer, 'never sent');
  const before = await engineer.cursor();
  // As after a restore: the epoch has another name.
  await sql`update epoch set id = gen_random_uuid(), name = md5(random()::text), generation = generation + 1`.execute(
    server.db,
  );
  engineer.network.isOn = true;
  expect(await engineer.look()).toBe('caughtUp');
  expect((await engineer.cursor())?.epoch).not.toBe(before?.epoch);
  expect(await engineer.waiting()).toEqual(['chat.send queued', 'chat.send queued']);
  expect((await engineer.messages(roomId)).map(({ content }) => content)).toEqual([
    'long ago',
    'accepted, not seen yet',
    'never sent',
  ]);
  await engineer.sync();
  await engineer.sync();
  await expert.sync();
  const all = ['long ago', 'accepted, not seen yet', 'never sent'];
  expect(await expert.shown(roomId)).toEqual(all);
  expect(await engineer.shown(roomId)).toEqual(all.map((text) => `${text}: sent`));
  expect(await engineer.waiting()).toEqual([]);
});

test('38 what the backup did not have any more is sent again, because my device still has it', async () => {
  const { engineer, expert, roomId, say } = await talkOn(server);
  await say(engineer, 'before the backup');
  await engineer.sync();
  const lost = await say(engineer, 'after the backup');
  await engineer.send();
  expect(await engineer.waiting()).toEqual(['chat.send sent']);
  await sql`delete from events where cmd_id = ${lost}`.execute(server.db);
  await sql`delete from messages where id = ${lost}`.execute(server.db);
  await sql`delete from idempotency where key = ${lost}`.execute(server.db);
  await sql`update rooms set data = jsonb_set(data, '{sseq}', to_jsonb((data ->> 'sseq')::int - 1)) where id = ${roomId}`.execute(
    server.db,
  );
  await sql`update streams set sseq = sseq - 1 where stream = ${`room:${roomId}`}`.execute(server.db);
  await sql`update epoch set id = gen_random_uuid(), name = md5(random()::text), generation = generation + 1`.execute(
    server.db,
  );
  await engineer.look();
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(['before the backup', 'after the backup']);
  expect(await engineer.shown(roomId)).toEqual(['before the backup: sent', 'after the backup: sent']);
});

test('a snapshot cut off before its end changes nothing', async () => {
  const { roomId } = await talkOn(server);
  const fresh = await Device.open(server, await server.signIn('expert'));
  fresh.network.next(/sync\/snapshot/, async (go) => {
    const whole = await go();
    const text = await whole.text();
    return new Response(text.slice(0, text.lastIndexOf('{"end"')), { headers: whole.headers });
  });
  expect(await fresh.look()).toBe('failed');
  expect(await fresh.cursor()).toBeUndefined();
  expect(await fresh.rooms()).toEqual([]);
  await fresh.sync();
  expect((await fresh.rooms()).map(({ id }) => id)).toContain(roomId);
  fresh.close();
});
