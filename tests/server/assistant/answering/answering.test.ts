import { sql } from 'kysely';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { AssistantSettings } from '#domain/assistant/settings.ts';
import { answerIdOf } from '#domain/spine/commands.ts';
import { supportedBy } from '../../../support/servers/grounded-reply.ts';
import { chunk, type ModelServer, startModelServer, streamed } from '../../../support/servers/model-server.ts';
import { at, startServer, type SignedIn } from '../../../support/servers/server.ts';
import { until } from '../../../support/until.ts';
import { newDevice, newId, wish } from '../../../support/users.ts';

const text = 'What are the dimensions of a 21700 cell?';

const model = await startModelServer();
const server = await startServer({ knowledge: true, env: { LLM_BASE_URL: model.url, LLM_MODEL: 'stand-in' } });
const engineer = await server.signIn('engineer');
afterAll(async () => {
  await server.close();
  await model.close();
});
afterEach(() => {
  model.calls.length = 0;
});

const ask = (who: SignedIn, body: object, headers: Record<string, string> = {}) =>
  server.request(who, 'POST', '/bot/questions_v2', body, headers);

/** Has the model wait: returns what it has been asked with, to be continued by the test. */
function held(begin: readonly string[] = []): Promise<ServerResponse> {
  return new Promise((resolve) => {
    model.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of begin) response.write(chunk(piece));
      resolve(response);
    };
  });
}

/** Puts settings of the assistant in force that differ from the product's. */
async function useSettings(own: Partial<AssistantSettings>): Promise<void> {
  await sql`insert into assistant_settings (version, content, why)
    select coalesce(max(version), 0) + 1, ${JSON.stringify(own)}, 'test' from assistant_settings`.execute(server.db);
  await server.knowledge.reload();
}

const finish = (response: ServerResponse, rest: readonly string[]) => {
  for (const piece of rest) response.write(chunk(piece));
  response.end(`${chunk('', 'stop')}data: [DONE]\n\n`);
};

const eventsOfRoom = async (roomId: unknown) => {
  const { rows } = await sql<{ type: string }>`select type from events where stream = ${`room:${String(roomId)}`}
    and type like 'answer.%' order by sseq`.execute(server.db);
  return rows.map(({ type }) => type);
};
const openOnes = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from open_answers`.execute(server.db);
  return rows[0]?.n;
};

test('a question is answered by the model from sources that it cites, and the use is noted', async () => {
  model.reply = (response, call) => streamed(response, supportedBy(call));
  const asked = await ask(engineer, { role: 'user', text });
  expect(asked.body).toMatchObject({ answer: { status: 'done', mode: 'llm', sources: [{ n: 1 }], suggestions: [] } });
  expect(at(asked.body, 'answer.content')).toContain('[1].');
  expect(at(asked.body, 'answer.doubts')).toBeUndefined();
  expect(at(asked.body, 'answer.fallback')).toBeUndefined();
  expect(await eventsOfRoom(at(asked.body, 'conversation_id'))).toEqual(['answer.started', 'answer.finished']);
  expect(await openOnes()).toBe(0);
  await until('the use is noted', async () => {
    const { rows } = await sql`select outcome from model_calls where answer_id = ${at(asked.body, 'answer.id')} and
      outcome = 'done' and tokens_in > 100 and is_estimate`.execute(server.db);
    return rows.length === 1;
  });
});

test('a sentence that no source supports is marked', async () => {
  model.reply = (response, call) => streamed(response, [...supportedBy(call), ' ', 'It weighs 999 kg [1].']);
  const asked = await ask(engineer, { text });
  expect(at(asked.body, 'answer.doubts')).toEqual([{ sentence: 'It weighs 999 kg.', why: 'figure' }]);
});

test('a streamed answer comes as the model writes it, and then complete', async () => {
  const asking = held(['The 4680', ' is']);
  const key = newId();
  const response = await fetch(`${server.url}/api/v1/bot/questions_v2`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${engineer.token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-device-id': newDevice(),
    },
    body: JSON.stringify({ text, client_message_id: key }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const readTo = async (part: string) => {
    while (!heard.includes(part)) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: '' };
      if (done) throw new Error(`it ended with: ${heard}`);
      heard += value;
    }
  };
  expect(response.status).toBe(200);
  const upstream = await asking;
  // The model has not finished: what it has written so far is here already.
  await readTo('is');
  expect(heard).toMatch(/^event: meta\nid: 0\n/);
  expect(heard).not.toContain('event: done');
  const now = await server.request(engineer, 'GET', `/bot/answers/${answerIdOf(key)}?after=4`);
  expect(now.body).toMatchObject({ status: 'writing', content: '4680 is', seq: 11 });
  finish(upstream, [' 46 mm wide', ' [1].']);
  await readTo('event: done');
  await readTo('\n\n');
  expect(heard).toContain('"mode":"llm"');
  const whole = await server.request(engineer, 'GET', `/bot/answers/${answerIdOf(key)}`);
  expect(whole.body).toMatchObject({ status: 'done', content: 'The 4680 is 46 mm wide [1].', mode: 'llm' });
});

test('Stop keeps the part that is there', async () => {
  const asking = held(['The 4680 is 46 mm wide [1].', ' It is']);
  const key = newId();
  const asked = ask(engineer, { text, client_message_id: key });
  await asking;
  const id = answerIdOf(key);
  await until('the part is there', async () => {
    const now = await server.request(engineer, 'GET', `/bot/answers/${id}`);
    return at(now.body, 'seq') === 33;
  });
  const hungUp = model.hungUp;
  const stop = await server.request(engineer, 'POST', `/bot/answers/${id}/stop`);
  expect(stop.body).toEqual({ id, state: 'stopping' });
  expect((await asked).body).toMatchObject({
    answer: { status: 'stopped', mode: 'llm', content: 'The 4680 is 46 mm wide [1]. It is', sources: [{ n: 1 }] },
  });
  await until('the model is no longer read', () => model.hungUp > hungUp);
  const again = await server.request(engineer, 'POST', `/bot/answers/${id}/stop`);
  expect(again.body).toEqual({ id, state: 'finished' });
});

test('an answer that is stopped before its first word says so', async () => {
  const asking = held();
  const key = newId();
  const asked = ask(engineer, { text, client_message_id: key });
  await asking;
  await server.request(engineer, 'POST', `/bot/answers/${answerIdOf(key)}/stop`);
  expect((await asked).body).toMatchObject({ answer: { status: 'stopped', sources: [], content: expect.any(String) } });
});

test('nobody else reads or stops an answer that is being written', async () => {
  const asking = held(['Secret']);
  const key = newId();
  const asked = ask(engineer, { text, client_message_id: key });
  const upstream = await asking;
  for (const who of [await server.signIn('colleague'), await server.signIn('expert')]) {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/stop'],
    ] as const) {
      const tried = await server.request(who, method, `/bot/answers/${answerIdOf(key)}${path}`);
      expect(tried).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  }
  finish(upstream, [' [1].']);
  await asked;
});

const misbehaviours: Record<string, [string, ModelServer['reply']]> = {
  'refuses the key': ['refused', (response) => response.writeHead(401).end('{}')],
  'has too many calls': ['busy', (response) => response.writeHead(429).end('{}')],
  'is broken': ['unavailable', (response) => response.writeHead(502).end('<html>')],
  'hangs up': ['unavailable', (response) => response.destroy()],
  'hangs up in the middle': [
    'cut',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk('The 4680'));
      setImmediate(() => response.destroy());
    },
  ],
  'says nothing': ['empty', (response) => streamed(response, [])],
  'writes no protocol': [
    'unreadable',
    (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {nonsense\n\n'),
  ],
  'replies with JSON that is no answer': [
    'unreadable',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"error":"x"}'),
  ],
  'filters its answer': [
    'filtered',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk('The')}${chunk('', 'content_filter')}data: [DONE]\n\n`);
    },
  ],
  'finds nothing in the sources': ['not_in_sources', (response) => streamed(response, ['NOT_IN', '_SOURCES'])],
  'cites nothing': ['not_in_sources', (response) => streamed(response, ['I am sure of it.'])],
  'never ends': [
    'unreadable',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.on('error', () => undefined);
      for (let i = 0; i < 40; i++) response.write(chunk('endless '.repeat(100)));
    },
  ],
};

test.each(Object.entries(misbehaviours))(
  'a model that %s leaves the answer without it, marked with why',
  async (_what, [why, reply]) => {
    model.reply = reply;
    const asked = await ask(engineer, { text });
    expect(asked.body).toMatchObject({ answer: { status: 'done', mode: 'kb', fallback: why } });
    expect(at(asked.body, 'answer.content')).toContain('4680 is 46 x 80 mm');
    expect(await eventsOfRoom(at(asked.body, 'conversation_id'))).toEqual(['answer.started', 'answer.finished']);
  },
);

test('an answer whose process has ended is finished by another one, once', async () => {
  const asking = held(['Half an']);
  const key = newId();
  const asked = ask(engineer, { text, client_message_id: key });
  const upstream = await asking;
  // As if it had been killed: its lease has run out, and another holder takes over.
  await sql`update open_answers set holder = 'gone', lease_until = now() - interval '1 s'
    where id = ${answerIdOf(key)}`.execute(server.db);
  const reply = await asked;
  expect(reply.body).toMatchObject({ answer: { mode: 'kb', fallback: 'interrupted' } });
  finish(upstream, [' answer [1].']);
  expect(await eventsOfRoom(at(reply.body, 'conversation_id'))).toEqual(['answer.started', 'answer.finished']);
  expect(await openOnes()).toBe(0);
});

test('no model is asked without a source, for a calculation, or when the day has no tokens left', async () => {
  model.reply = (response, call) => streamed(response, supportedBy(call));
  const none = await ask(engineer, { text: 'Who won the world cup in 1998?' });
  expect(none.body).toMatchObject({ answer: { mode: 'kb', status: 'no_answer' } });
  await useSettings({ tokensPerDay: 1 });
  const late = await ask(engineer, { text });
  await useSettings({});
  expect(late.body).toMatchObject({ answer: { mode: 'kb', status: 'done', fallback: 'used_up' } });
  expect(model.calls).toEqual([]);
});

test('questions that are asked together use no more of the model than is left, but for one call', async () => {
  const asker = await server.signIn('customer');
  await useSettings({ tokensPerUserDay: 1 });
  model.reply = (response, call) => streamed(response, supportedBy(call));
  const questions = Array.from({ length: 12 }, () => wish('question.ask', { roomId: newId(), text, chatType: 1 }));
  const rooms = questions.map(({ args }) =>
    wish('room.open', { roomId: (args as { roomId: string }).roomId, type: 1 }),
  );
  await server.bus.executeCommands(asker.user.id, [...rooms, ...questions]);
  await until('all questions are answered', async () => (await openOnes()) === 0);
  await useSettings({});
  // The first finds a token left, the others none.
  expect(model.calls).toHaveLength(1);
});

test('while the model is switched off, answers are those without it, and nothing is said of it', async () => {
  await useSettings({ modelIsOn: false });
  const asked = await ask(engineer, { text });
  await useSettings({});
  expect(asked.body).toMatchObject({ answer: { mode: 'kb', status: 'done' } });
  expect(at(asked.body, 'answer.fallback')).toBeUndefined();
  expect(model.calls).toEqual([]);
});

test('administrators see what the model used at the prices of the settings', async () => {
  const expert = await server.signIn('expert');
  model.reply = (response, call) => streamed(response, supportedBy(call));
  await ask(engineer, { text });
  await useSettings({ centsPerMillionIn: 1_000_000, tokensPerDay: 7_000_000 });
  await until('its cost is shown', async () => {
    const { body } = await server.request(expert, 'GET', '/admin-api/model');
    return Number(at(body, 'today.cents')) > 100 && at(body, 'limits.tokens_per_day') === 7_000_000;
  });
  await useSettings({});
  const { body, text: said } = await server.request(expert, 'GET', '/admin-api/model');
  expect(body).toMatchObject({
    model: 'stand-in',
    endpoint: model.url,
    has_key: false,
    is_on: true,
    today: { cents: 0 },
  });
  expect(said).not.toContain('secret');
});

test('a question of a trial counts once, however its answer ends', async () => {
  const trial = await server.signIn('trial');
  model.reply = (response) => response.writeHead(500).end();
  const key = newId();
  await ask(trial, { text, client_message_id: key });
  const again = await ask(trial, { text, client_message_id: key });
  expect(again.body).toMatchObject({ usage: { question_usage: 1 } });
});

test('the older name of the call replies with JSON, and takes files', async () => {
  model.reply = (response, call) => streamed(response, supportedBy(call));
  const asked = await server.request(engineer, 'POST', '/bot/questions', { text, role: 'user', files: [] });
  expect(asked.body).toMatchObject({ answer: { mode: 'llm' } });
  const wrong = await server.request(engineer, 'POST', '/bot/questions', { text, role: 'system' });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION' } });
});

test('nothing of another user, and no name, is in what the model is sent', async () => {
  model.reply = (response, call) => streamed(response, supportedBy(call));
  const other = await server.signIn('colleague');
  await ask(other, { text: 'What are the dimensions of a 21700 cell for the Hafnium project?' });
  model.calls.length = 0;
  await ask(engineer, { text });
  const [call] = model.calls;
  const sent = JSON.stringify(call?.body);
  expect(sent).not.toContain('Hafnium');
  for (const who of [other, engineer]) expect(sent).not.toContain(who.user.id);
  expect(call?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});
