import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ModelServer, startModelServer, streamed } from '../support/servers/model-server.ts';

/** `npm run ask -- --model`: what a language model makes of the entries that were found. */

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server?.close();
});

async function ask(question: string, url = server.url): Promise<unknown> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vfp-ask-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, LLM_BASE_URL: url, LLM_MODEL: 'small' };
  const line = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ['scripts/ask.ts', '--model', question], { env }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  return (JSON.parse(line) as { model: unknown }).model;
}

test('the answer is streamed from the entries that were found, and what they do not say is marked', async () => {
  server.reply = (response) =>
    streamed(response, ['Copper foil for anodes is often 10 µm thick', ' [1]. It is 99 µm thick [1].']);
  expect(await ask('how thick is copper foil')).toMatchObject({
    answer: 'Copper foil for anodes is often 10 µm thick [1]. It is 99 µm thick [1].',
    sources: [{ n: 1, id: '18' }],
    doubts: expect.arrayContaining([{ sentence: 'It is 99 µm thick.', why: 'figure' }]),
  });
  expect(server.calls.at(-1)?.body.messages[1]?.content).toContain('how thick is copper foil');
});

test('nothing is sent for a question that nothing was found for', async () => {
  const before = server.calls.length;
  expect(await ask('Which pizza place delivers to the lab?')).toEqual({ none: true });
  expect(server.calls).toHaveLength(before);
});

test('a model that is not there is said to be unavailable', async () => {
  expect(await ask('how thick is copper foil', 'http://127.0.0.1:1/v1')).toEqual({ failed: 'unavailable' });
});
