import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { ModelFailed } from '../../../../server/assistant/model/model-failed.ts';
import { modelWaits, type ModelWaits, textFrom } from '../../../../server/assistant/model/model.ts';
import { chunk, startModelServer, streamed } from '../../../support/servers/model-server.ts';
import { until } from '../../../support/until.ts';

/** A language model that misbehaves in every way known of real ones ends in a whole answer or in an honest failure. */

const server = await startModelServer();
afterAll(async () => {
  await server?.close();
});
beforeEach(() => {
  server.calls.length = 0;
  server.hungUp = 0;
});

const prompt = { rules: 'Answer from the sources.', question: 'How thick is the foil?' };

async function asked(waits: ModelWaits = modelWaits, signal?: AbortSignal): Promise<{ text: string; end: string }> {
  let text = '';
  const settings = { baseUrl: server.url, key: 'secret', name: 'small' };
  try {
    for await (const part of textFrom(settings, prompt, { waits, ...(signal === undefined ? {} : { signal }) })) {
      text += part;
    }
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    return { text, end: error.failure };
  }
  return { text, end: 'whole' };
}

/** Sends a stream of events as it is, in pieces of so many bytes. */
function sent(stream: string, bytes = Infinity) {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const all = Buffer.from(stream);
    const step = Math.min(bytes, all.length);
    for (let at = 0; at < all.length; at += step) response.write(all.subarray(at, at + step));
    response.end();
  };
}

const good = `${chunk('Kupferfolie ist ')}${chunk('10 µm dick. 구리')}${chunk(null, 'stop')}`;
const whole = { text: 'Kupferfolie ist 10 µm dick. 구리', end: 'whole' };
const done = 'data: [DONE]\n\n';

test('the model gets its rules, the question, its name and the key, and nothing else', async () => {
  server.reply = (response) => streamed(response, ['10 µm']);
  expect(await asked()).toEqual({ text: '10 µm', end: 'whole' });
  const [call] = server.calls;
  expect(call?.path).toBe('/v1/chat/completions');
  expect(call?.authorization).toBe('Bearer secret');
  expect(call?.body).toEqual({
    model: 'small',
    max_tokens: 1200,
    temperature: 0,
    stream: true,
    messages: [
      { role: 'system', content: prompt.rules },
      { role: 'user', content: prompt.question },
    ],
  });
});

test.each([
  ['split at any byte', sent(good + done, 1)],
  ['with line ends of Windows', sent((good + done).replaceAll('\n', '\r\n'))],
  ['with comments that keep the line open', sent(`: wait\n\n${good}: wait\n\n${done}`)],
  ['without [DONE]', sent(good)],
  ['with a last event without choices', sent(`${good}data: {"choices":[],"usage":{"total_tokens":3}}\n\n${done}`)],
  [
    'with a role before the first word',
    sent(`data: {"choices":[{"index":0,"delta":{"role":"assistant"}}]}\n\n${good}${done}`),
  ],
])('an answer that is streamed %s is whole', async (_, reply) => {
  server.reply = reply;
  expect(await asked()).toEqual(whole);
});

const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

test('an answer that is not streamed is whole', async () => {
  server.reply = json(200, {
    choices: [{ message: { role: 'assistant', content: whole.text }, finish_reason: 'stop' }],
  });
  expect(await asked()).toEqual(whole);
});

test.each([
  ['an error as JSON with status 200', json(200, { error: { message: 'no quota' } }), 'unreadable'],
  ['an error in the stream', sent(`${chunk('Ten')}data: {"error":{"message":"overloaded"}}\n\n`), 'unreadable'],
  ['an event that is no JSON', sent(`${chunk('Ten')}data: {"choices":[{\n\n${done}`), 'unreadable'],
  [
    'a page of a proxy',
    (r: ServerResponse) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    'empty',
  ],
  ['no choices at all', sent(`data: {"choices":[]}\n\n${done}`), 'empty'],
  ['an empty answer', sent(`${chunk('', 'stop')}${done}`), 'empty'],
  ['the limit of its length', sent(`${chunk('Ten')}${chunk('', 'length')}${done}`), 'cut'],
  ['no reason for its end', sent(chunk('Ten')), 'cut'],
  ['its own filter', sent(`${chunk('Ten')}${chunk('', 'content_filter')}${done}`), 'filtered'],
  ['too many calls', json(429, { error: { message: 'slow down' } }), 'busy'],
  ['a wrong key', json(401, { error: { message: 'wrong key secret' } }), 'refused'],
  ['a fault of its own', json(500, { error: 'x' }), 'unavailable'],
  ['a gateway without the model behind it', json(503, {}), 'unavailable'],
  [
    'a redirect to elsewhere',
    (r: ServerResponse) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'unavailable',
  ],
  ['a closed connection before its reply', (r: ServerResponse) => r.destroy(), 'unavailable'],
])('a model that replies with %s has failed, and says how', async (_, reply, failure) => {
  server.reply = reply;
  const { text, end } = await asked();
  expect(end).toBe(failure);
  expect(['', 'Ten']).toContain(text);
});

test('a connection cut within the answer leaves the part that arrived, as a part', async () => {
  server.reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk('Ten micro'), () => setImmediate(() => response.destroy()));
  };
  expect(await asked()).toEqual({ text: 'Ten micro', end: 'cut' });
});

test('an address where nothing listens is a model that is not available', async () => {
  const texts = textFrom({ baseUrl: 'http://127.0.0.1:1/v1', key: undefined, name: 'small' }, prompt);
  await expect(texts.next()).rejects.toMatchObject({ failure: 'unavailable' });
});

test.each([
  // Long enough to connect, also on a busy machine: the test is about a call that has arrived.
  ['before its first word', '', { ...modelWaits, firstMs: 2_000 }],
  ['within its answer', 'Ten', { ...modelWaits, nextMs: 50 }],
])(
  'a model that stalls %s is slow, whatever comments it sends, and its connection is closed',
  async (_, text, waits) => {
    server.reply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (text !== '') response.write(chunk(text));
      const timer = setInterval(() => response.write(': wait\n\n'), 5);
      response.on('close', () => clearInterval(timer));
    };
    expect(await asked(waits)).toEqual({ text, end: 'slow' });
    await until('the server has lost the connection', () => server.hungUp === 1);
  },
);

test('an answer that never ends is slow, although its words go on', async () => {
  server.reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(chunk('x')), 5);
    response.on('close', () => clearInterval(timer));
  };
  expect((await asked({ firstMs: 10_000, nextMs: 10_000, wholeMs: 100 })).end).toBe('slow');
  await until('the server has lost the connection', () => server.hungUp === 1);
});

test.each([
  ['one event', 'text/event-stream', 'data: {"choices":[{"delta":{"content":"', 'x'.repeat(64_000)],
  ['events', 'text/event-stream', '', chunk('x'.repeat(8_000))],
  ['JSON', 'application/json', '{"choices":[{"message":{"content":"', 'x'.repeat(64_000)],
])('a reply of %s without an end is read up to a limit', async (_what, type, begin, piece) => {
  let sentBytes = 0;
  server.reply = (response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(begin);
    const writeMore = (): void => {
      if (response.destroyed || sentBytes > 200_000_000) return;
      sentBytes += piece.length;
      if (response.write(piece)) setImmediate(writeMore);
      else response.once('drain', writeMore);
    };
    writeMore();
  };
  expect((await asked()).end).not.toBe('whole');
  await until('the server has lost the connection', () => server.hungUp === 1);
  expect(sentBytes).toBeLessThan(20_000_000);
});

/** Returns the tokens that are believed when an endpoint states these. */
async function believed(stated: object): Promise<unknown> {
  server.reply = sent(`${good}data: {"choices":[],"usage":${JSON.stringify(stated)}}\n\n${done}`);
  let told: unknown;
  const settings = { baseUrl: server.url, key: 'secret', name: 'small' };
  for await (const _ of textFrom(settings, prompt, { asksUsage: true, used: (tokensUsed) => (told = tokensUsed) }));
  return told;
}

test('a number of tokens that no call can have used is not believed', async () => {
  expect(await believed({ prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 })).toEqual({
    tokensIn: 900,
    tokensOut: 80,
  });
  expect(
    await believed({ prompt_tokens: 900, completion_tokens: 78_600_000, total_tokens: 78_600_900 }),
  ).toBeUndefined();
  expect(await believed({ prompt_tokens: -900, completion_tokens: 80, total_tokens: 0 })).toBeUndefined();
});

test('who does not wait any longer ends the call', async () => {
  const left = new AbortController();
  server.reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk('Ten'), () => left.abort());
  };
  expect((await asked(modelWaits, left.signal)).end).toBe('stopped');
  await until('the server has lost the connection', () => server.hungUp === 1);
});

test('a failure quotes neither the question nor the key', async () => {
  server.reply = json(400, { error: { message: `cannot read ${prompt.question} with secret` } });
  const failed = await textFrom({ baseUrl: server.url, key: 'secret', name: 'small' }, prompt)
    .next()
    .catch((error: unknown) => error);
  expect(String(failed)).toBe('ModelFailed: language model: refused: status 400');
});
