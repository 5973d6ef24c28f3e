import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sendRaw } from '../../support/servers/raw-http.ts';
import { startServer } from '../../support/servers/server.ts';

/** Responses to paths that name no page or file: an HTML page for browsers, JSON for programs. */

const distDir = await mkdtemp(join(tmpdir(), 'vfp-dist-'));
await mkdir(join(distDir, 'assets'));
await mkdir(join(distDir, '.git'));
await writeFile(join(distDir, 'index.html'), '<!doctype html><title>VFP</title>');
await writeFile(join(distDir, 'assets', 'app-1234.js'), 'export {};');
await writeFile(join(distDir, '.git', 'config'), 'secret');
const server = await startServer({ distDir });
afterAll(() => server.close());

async function open(path: string, accept: string, method = 'GET') {
  const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`;
  const { status, text } = await sendRaw(server.url, [Buffer.from(head, 'latin1')]);
  const [, type] = /content-type: ([^;\r]*)/i.exec(text) ?? [];
  return { status, type, text, policy: /content-security-policy: ([^\r]*)/i.exec(text)?.[1] };
}

function long(path: string): string {
  return path + 'a'.repeat(5000);
}

const unknownPaths = [
  '/chat//x',
  '//evil.com',
  '///evil.com/%2e%2e',
  '/\\evil.com',
  '/chat/%00',
  '/%ff',
  '/%ED%A0%80',
  '/%zz?x=%',
  '/chat/./x',
  '/../../etc/passwd',
  '/..%2f..%2fetc/passwd',
  '/chat%2F..%2F.git',
  '/.git/config',
  long('/nothing.'),
];

test.each(unknownPaths)('a browser that opens %.30s gets the 404 page', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, type, text, policy } = await open(path, 'text/html', method);
    expect([method, status, type]).toEqual([method, 404, 'text/html']);
    expect(text).not.toMatch(/\r\nlocation:|secret/i);
    expect(policy).toContain("default-src 'none'");
  }
});

test.each([...unknownPaths, '/assets//app-1234.js', '/assets/../index.html'])(
  'a program that requests %.30s gets 404 as JSON',
  async (path) => {
    const { status, type } = await open(path, '*/*');
    expect([status, type]).toEqual([404, 'application/json']);
  },
);

test.each([long('/chat/'), '/chat', '/', '/index.html'])('a browser that opens %.30s gets the app', async (path) => {
  const { status, type } = await open(path, 'text/html');
  expect([status, type]).toEqual([200, 'text/html']);
});

test('a malformed API path is refused with 400 as JSON, also for a browser', async () => {
  for (const path of ['/api/v1/%ff', '/v1/%zz']) {
    const { status, type } = await open(path, 'text/html');
    expect([status, type]).toEqual([400, 'application/json']);
  }
});
