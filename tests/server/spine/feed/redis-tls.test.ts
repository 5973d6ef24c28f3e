import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Channel } from '../../../../server/spine/feed/channel.ts';
import { openRedisChannel } from '../../../../server/spine/feed/redis-hint-channel.ts';
import { patience } from '../../../support/patience.ts';
import { freePort } from '../../../support/servers/server-process.ts';
import { until } from '../../../support/until.ts';

/** A Redis with TLS, a password and a named user. Needs `redis-server` and `openssl`, which `.ci/run` installs. */
describe.skipIf(process.env['REDIS_URL'] === undefined)('Redis over TLS with a password', () => {
  const trusted = getCACertificates('default');
  let port: number;
  let certificate: string;
  let end: () => void;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vfp-redis-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' });
    certificate = readFileSync(cert, 'utf8');
    port = await freePort();
    const tls = ['--tls-port', String(port), '--port', '0', '--tls-cert-file', cert, '--tls-key-file', key];
    const rest = ['--tls-auth-clients', 'no', '--save', '', '--dir', folder, '--requirepass', 'pa:ss/1'];
    const redis = spawn('redis-server', [...tls, ...rest, '--user', 'vfp', 'on', '>of vfp', '&*', '+@all'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    end = () => void redis.kill();
    await new Promise<void>((resolve, reject) => {
      redis.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve());
      redis.once('exit', () => reject(new Error('redis-server has ended')));
    });
    setDefaultCACertificates([...trusted, certificate]);
  }, patience.hook);
  afterAll(() => {
    setDefaultCACertificates(trusted);
    end();
  });

  /** Opens a channel; `heard` and `failures` fill while it is open. */
  async function open(user: string, host = 'localhost') {
    const heard: string[] = [];
    const failures: string[] = [];
    const channel: Channel = await openRedisChannel(`rediss://${user}@${host}:${port}`, 'hints', {
      heard: (text) => void heard.push(text),
      opened: () => undefined,
      broke: (error) => void failures.push(String(error)),
    });
    onTestFinished(() => channel.close());
    return { channel, heard, failures };
  }

  test.each([
    ['the password alone', `:${encodeURIComponent('pa:ss/1')}`],
    ['a user and a password', `vfp:${encodeURIComponent('of vfp')}`],
  ])('hints travel encrypted, with %s', async (_, user) => {
    const [one, other] = [await open(user), await open(user)];
    await one.channel.send(['hint 1', 'hint 2']);
    await until('the hints arrive', async () => other.heard.length === 2);
    expect(other.heard).toEqual(['hint 1', 'hint 2']);
    expect([one.failures, other.failures]).toEqual([[], []]);
  });

  test('a wrong password is refused, with an error that says so', async () => {
    const { channel, failures } = await open(':wrong');
    expect(channel.isOpen()).toBe(false);
    expect(failures.join()).toContain('WRONGPASS');
  });

  test('a certificate for another name is refused', async () => {
    const { channel, failures } = await open(`:${encodeURIComponent('pa:ss/1')}`, '127.0.0.1');
    expect(channel.isOpen()).toBe(false);
    expect(failures.join()).toContain("does not match certificate's altnames");
  });

  test('an untrusted certificate is refused', async () => {
    setDefaultCACertificates(trusted);
    onTestFinished(() => setDefaultCACertificates([...trusted, certificate]));
    const { channel, failures } = await open(`:${encodeURIComponent('pa:ss/1')}`);
    expect(channel.isOpen()).toBe(false);
    expect(failures.join()).toContain('self-signed certificate');
  });
});
