import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, StartRefused } from '../../../server/ground/config.ts';

test.each([
  [undefined, resolve('data/files')],
  ['', resolve('data/files')],
  ['/srv/files', '/srv/files'],
  ['attachments', resolve('attachments')],
  ['file:///srv/our%20files', '/srv/our files'],
])('the setting FILES_URL=%s names the folder %s', (given, folder) => {
  expect(readConfig({ FILES_URL: given }).filesDir).toBe(folder);
});

// Without this check the files would be stored in a folder of that name.
test.each(['s3://bucket', 'https://files.test/x', 'S3:bucket'])(
  'the setting FILES_URL=%s is refused with a message that says what is accepted',
  (given) => {
    expect(() => readConfig({ FILES_URL: given })).toThrow(
      `FILES_URL must be a folder (/srv/files, or file:///srv/files), not "${given}"`,
    );
  },
);

test.each([
  ['NODE_ENV', 'Production', 'NODE_ENV must be production, development or test, not "Production"'],
  ['NODE_ENV', 'prod', 'NODE_ENV must be production, development or test, not "prod"'],
  ['NODE_ENV', 'production ', 'NODE_ENV must be production, development or test, not "production "'],
  ['DEMO', 'offf', 'DEMO must be on or off, not "offf"'],
  ['DOCS', 'constructor', 'DOCS must be on or off, not "constructor"'],
  ['ALLOW_NO_MAIL', '2', 'ALLOW_NO_MAIL must be on or off, not "2"'],
  ['TRUST_PROXY', '1.5', 'TRUST_PROXY must be a whole number from 0 to 32, not "1.5"'],
  ['TRUST_PROXY', '-1', 'TRUST_PROXY must be a whole number from 0 to 32, not "-1"'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000"'],
  ['QUOTA_FACTOR', '0', 'QUOTA_FACTOR must be a number from 0.001 to 1000000, not "0"'],
  ['REQUESTS_PER_ADDRESS', '0', 'REQUESTS_PER_ADDRESS must be a whole number from 1 to 1000000000, not "0"'],
  ['PUBLIC_URL', 'javascript:1', 'PUBLIC_URL must be an address that begins with http:// or https://'],
  ['SMTP_URL', 'x', 'SMTP_URL must be an address that begins with smtp:// or smtps://'],
])('%s set to "%s" is refused with a message that says what is accepted', (name, given, message) => {
  expect(() => readConfig({ [name]: given })).toThrow(new StartRefused(message));
});

test('an endpoint that was used for embeddings alone does not hinder the start', () => {
  expect(readConfig({ LLM_BASE_URL: 'http://models.test/v1', LLM_EMBEDDING_MODEL: 'small' }).model).toBeUndefined();
});

test('valid settings are accepted', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ production: true, demo: false, docs: false });
  for (const name of ['development', 'test', '', undefined])
    expect(readConfig({ NODE_ENV: name })).toMatchObject({ production: false, demo: true });
  const given = { DEMO: 'OFF', TRUST_PROXY: '2', QUOTA_FACTOR: '0.5', PUBLIC_URL: 'https://vfp.test/', PORT: '' };
  expect(readConfig(given)).toMatchObject({
    demo: false,
    proxies: 2,
    quotaFactor: 0.5,
    publicUrl: 'https://vfp.test',
    port: 3000,
  });
});
