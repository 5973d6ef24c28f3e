import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publicPages } from '#domain/account/public-pages.ts';
import { startServer } from '../../../support/servers/server.ts';

/** What search engines get: public pages with their own HTML head without running scripts, and a site map. */

const root = join(import.meta.dirname, '..', '..', '..', '..');

const distDir = mkdtempSync(join(tmpdir(), 'vfp-dist-'));
cpSync(join(root, 'index.html'), join(distDir, 'index.html'));
cpSync(join(root, 'public'), distDir, { recursive: true });
writeFileSync(
  join(distDir, 'build.json'),
  JSON.stringify({ version: '1.2.3', build: 7, builtAt: '2026-11-21T00:00:00Z' }),
);
const server = await startServer({ distDir });
afterAll(async () => {
  await server.close();
  rmSync(distDir, { recursive: true, force: true });
});

const get = async (url: string) => await server.app.inject({ method: 'GET', url });

test('every public page has its own title, description and canonical URL', async () => {
  const heads = await Promise.all(
    publicPages.map(async ({ path }) => {
      const { statusCode, body } = await get(path);
      expect(statusCode).toBe(200);
      return [/<title>(.+)<\/title>/, /name="description"\s+content="([^"]+)"/, /rel="canonical" href="([^"]+)"/].map(
        (pattern) => pattern.exec(body)?.[1],
      );
    }),
  );
  for (const column of [0, 1, 2]) {
    const values = heads.map((head) => head[column]);
    expect(values).not.toContain(undefined);
    expect(new Set(values).size).toBe(publicPages.length);
  }
  expect(heads[0]?.[0]).toBe('About Us · Virtual Factory Platform');
});

test('a page is served in Korean with lng=ko', async () => {
  const { body } = await get('/about_us?lng=ko');
  expect(body).toContain('<html lang="ko"');
  expect(body).toContain('<title>회사 소개 · Virtual Factory Platform</title>');
  expect((await get('/about_us?lng=%22%3E')).body).toContain('<html lang="en"');
});

test('the white paper describes itself to search engines', async () => {
  const { body } = await get('/white-paper');
  const data = [...body.matchAll(/<script type="application\/ld\+json">(.+)<\/script>/g)].map(
    ([, json]) => JSON.parse(json ?? '') as { '@type': string; headline?: string },
  );
  expect(data.map((each) => each['@type'])).toEqual(['Organization', 'TechArticle']);
  expect(data[1]?.headline).toBe('Battery work where the network ends');
});

test('the pricing page contains the plans as the API returns them, and other pages do not', async () => {
  const plans = async (path: string) =>
    /<script type="application\/json" id="plans">(.+)<\/script>/.exec((await get(path)).body)?.[1];
  expect(JSON.parse((await plans('/pricing')) ?? '')).toEqual((await get('/api/v1/subscriptions/plans')).json());
  expect(await plans('/about_us')).toBeUndefined();
});

test('the site map lists every public page with its public URL, and robots.txt points to it', async () => {
  const map = await get('/sitemap.xml');
  expect(map.headers['content-type']).toContain('application/xml');
  const paths = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
  expect(paths).toEqual(publicPages.map(({ path }) => path));
  const { body } = await get('/robots.txt');
  expect(body).toMatch(/^User-agent: \*$/m);
  expect(body).toMatch(/^Sitemap: http:\/\/localhost:\d+\/sitemap\.xml$/m);
});

test('pages that are not public are excluded from search engines', async () => {
  for (const path of ['/login', '/chat/general', '/nowhere'])
    expect((await get(path)).headers['x-robots-tag']).toBe('noindex');
  expect((await get('/about_us')).headers['x-robots-tag']).toBeUndefined();
});

test('the PDFs are served with a policy that lets the browser show them', async () => {
  const { headers } = await get('/pdf/white-paper-mobile.pdf');
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-security-policy']).toContain("object-src 'self'");
});
