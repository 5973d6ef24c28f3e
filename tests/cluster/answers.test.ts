import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerIdOf } from '#domain/spine/commands.ts';
import type { Message } from '#domain/chat/chat.ts';
import type { LiveDevice } from '../support/devices/live-device.ts';
import { keyedQuestion, keyIn } from '../support/servers/keyed-question.ts';
import { chunk, type ModelServer, startModelServer } from '../support/servers/model-server.ts';
import { call, deviceOn, type Processes, push, type SignedIn, startProcesses } from '../support/servers/processes.ts';
import { until } from '../support/until.ts';
import { newId, wish } from '../support/users.ts';

/** Answers of a language model while processes end: each is finished once, by whichever process is left. */

let processes: Processes;
let model: ModelServer;
/** The replies that the model has begun, by the number of their question. */
const replies = new Map<number, ServerResponse>();
let questions = 0;

beforeAll(async () => {
  model = await startModelServer();
  model.reply = (response, asked) => {
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    replies.set(keyIn(asked) ?? NaN, response);
  };
  processes = await startProcesses({ LLM_BASE_URL: model.url, LLM_MODEL: 'stand-in', OWN_KNOWLEDGE: 'on' });
});
afterAll(async () => {
  await processes.close();
  await model.close();
}, 60_000);

interface Asked {
  answerId: string;
  roomId: string;
  /** The model's reply. */
  reply: ServerResponse;
}

/** Asks a question at one process, and waits until that process reads the model's reply. */
async function ask(where: string, who: SignedIn): Promise<Asked> {
  const [roomId, cmdId, key] = [newId(), newId(), ++questions];
  const question = wish('question.ask', { roomId, chatType: 1, text: keyedQuestion(key) }, { cmdId });
  const results = await push(where, who, wish('room.open', { roomId, type: 1 }), question);
  expect(results).toMatchObject([{ s: 'ok' }, { s: 'ok' }]);
  const reply = await until('the model is asked', () => replies.get(key));
  return { answerId: answerIdOf(cmdId), roomId, reply };
}

function end(reply: ServerResponse, rest: string): void {
  reply.write(chunk(rest));
  reply.end(`${chunk('', 'stop')}data: [DONE]\n\n`);
}

const untilShown = (device: LiveDevice, answerId: string, text: string) =>
  until(`the page shows "${text}"`, () => device.live.of(answerId).text === text);

async function ends({ roomId }: Asked): Promise<Message[]> {
  const { rows } = await sql<{ message: Message }>`select data -> 'message' as message from events
    where stream = ${`room:${roomId}`} and type = 'answer.finished' order by sseq`.execute(processes.db);
  return rows.map(({ message }) => message);
}

/** Waits until an answer has ended, and everything that could end it again has had its turn. */
async function onlyEnd(asked: Asked): Promise<Message> {
  await until('it has ended', async () => (await ends(asked)).length > 0);
  await until('nothing is left to write', async () => {
    const { rows } = await sql`select from open_answers where id = ${asked.answerId}`.execute(processes.db);
    return rows.length === 0;
  });
  const [only, ...others] = await ends(asked);
  expect(others).toEqual([]);
  if (only === undefined) throw new Error('it has no end');
  return only;
}

/**
 * As if no holder had renewed its leases for long. One by one: a statement that waits for a row while it holds others
 * can wait for a process that renews the same ones in another order.
 */
async function expire(): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from open_answers`.execute(processes.db);
  for (const { id } of rows)
    await sql`update open_answers set lease_until = now() - interval '1 s' where id = ${id}`.execute(processes.db);
}

test('a page at one process reads along what another process writes, and stores it only when it is finished', async () => {
  const [first, second] = processes.urls;
  const who = await processes.signIn('engineer');
  const page = await deviceOn(second, who);
  const asked = await ask(first, who);
  asked.reply.write(chunk('The 4680'));
  await untilShown(page, asked.answerId, 'The 4680');
  asked.reply.write(chunk(' is 46 mm'));
  await untilShown(page, asked.answerId, 'The 4680 is 46 mm');
  expect((await page.shown(asked.roomId)).join()).not.toContain('The 4680 is');
  expect(await call(second, who, `/bot/answers/${asked.answerId}`)).toMatchObject({ status: 'writing' });
  end(asked.reply, ' wide [1].');
  const whole = 'The 4680 is 46 mm wide [1].';
  await until('the page has it', async () => (await page.shown(asked.roomId)).includes(whole));
  expect(await onlyEnd(asked)).toMatchObject({ content: whole, answer: { status: 'done', mode: 'llm' } });
});

test('the process that writes is killed in the middle: another one finishes the answer honestly, once, and the page sees it', async () => {
  const [first, second] = processes.urls;
  const who = await processes.signIn('engineer');
  const page = await deviceOn(second, who);
  const asked = await ask(first, who);
  asked.reply.write(chunk('The 4680 is'));
  await untilShown(page, asked.answerId, 'The 4680 is');
  await processes.servers[0].kill();
  const message = await onlyEnd(asked);
  // Not the half that was read: nobody can check it any more.
  expect(message).toMatchObject({ answer: { status: 'done', mode: 'kb', fallback: 'interrupted' } });
  expect(message.content).toContain('46 x 80 mm');
  await until('the page has it', async () => (await page.shown(asked.roomId)).includes(message.content));
  await processes.servers[0].start();
  expect(await onlyEnd(asked)).toEqual(message);
  const again = await call(first, who, `/bot/answers/${asked.answerId}`);
  expect(again).toMatchObject({ content: message.content, status: 'done' });
});

test('who presses Stop while nobody writes the answer gets an end too, once', async () => {
  const [first, second, third] = processes.urls;
  const who = await processes.signIn('engineer');
  const asked = await ask(first, who);
  await processes.servers[0].kill();
  expect(await call(second, who, `/bot/answers/${asked.answerId}/stop`, {})).toMatchObject({ state: 'stopping' });
  expect(await call(third, who, `/bot/answers/${asked.answerId}/stop`, {})).toMatchObject({ state: 'stopping' });
  await expire();
  // Nothing was written before the stop.
  expect(await onlyEnd(asked)).toMatchObject({ answer: { status: 'stopped', sources: [] } });
  expect(await call(second, who, `/bot/answers/${asked.answerId}/stop`, {})).toMatchObject({ state: 'finished' });
  await processes.servers[0].start();
  expect(await ends(asked)).toHaveLength(1);
});

test('Stop at one process ends what another one writes, with the part that is there', async () => {
  const [first, , third] = processes.urls;
  const who = await processes.signIn('engineer');
  const page = await deviceOn(third, who);
  const asked = await ask(first, who);
  asked.reply.write(chunk('The 4680 is 46 mm wide [1].'));
  await untilShown(page, asked.answerId, 'The 4680 is 46 mm wide [1].');
  await call(third, who, `/bot/answers/${asked.answerId}/stop`, {});
  const part = { content: 'The 4680 is 46 mm wide [1].', answer: { status: 'stopped', mode: 'llm' } };
  expect(await onlyEnd(asked)).toMatchObject(part);
});

test('a process that hung while another took over goes on: its late end changes nothing', async () => {
  const [first, second] = processes.urls;
  const who = await processes.signIn('engineer');
  const page = await deviceOn(second, who);
  const asked = await ask(first, who);
  asked.reply.write(chunk('The 4680'));
  await untilShown(page, asked.answerId, 'The 4680');
  processes.servers[0].freeze();
  try {
    await expire();
    end(asked.reply, ' is 46 mm wide [1].');
    await until('another process has finished it', async () => (await ends(asked)).length > 0);
  } finally {
    processes.servers[0].thaw();
  }
  const message = await onlyEnd(asked);
  expect(message).toMatchObject({ answer: { mode: 'kb', fallback: 'interrupted' } });
  // What it writes afterwards is behind whatever it would have written of this answer.
  const next = await ask(first, who);
  end(next.reply, 'The 4680 is 46 mm wide [1].');
  expect(await onlyEnd(next)).toMatchObject({ answer: { mode: 'llm' } });
  expect(await ends(asked)).toEqual([message]);
});

test('answers that end at the moment in which others take them over end once each', async () => {
  const writers = await Promise.all(Array.from({ length: 12 }, () => processes.signIn('engineer')));
  const asked = await Promise.all(
    writers.flatMap((who, i) => [0, 1, 2].map((j) => ask(processes.urls[(i + j) % 3]!, who))),
  );
  for (const { reply } of asked) {
    end(reply, 'The 4680 is 46 mm wide [1].');
    await expire();
  }
  const modes = await Promise.all(asked.map(async (each) => (await onlyEnd(each)).answer?.mode));
  expect(modes).toHaveLength(36);
});
