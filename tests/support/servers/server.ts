import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type CallerLimits, readConfig } from '../../../server/ground/config.ts';
import type { Deps } from '../../../server/spine/routes/deps.ts';
import type { Serving } from '../../../server/open-server.ts';
import { serve } from '../../../server/serve.ts';
import { openSession } from '../../../server/session/sessions.ts';
import { silentLog } from '../../../server/ground/log.ts';
import type { User } from '#domain/account/users.ts';
import { freshDatabase } from '../database/cluster.ts';
import { databaseWithEntries } from '../database/few-entries.ts';
import { newDevice, somebody } from '../users.ts';

/** A seller, so that invoices have numbers. */
const sellerEnv = {
  INVOICE_SELLER: 'VFP GmbH|Zellstraße 1|10115 Berlin',
  INVOICE_TAX_ID: 'DE123456789',
  INVOICE_IBAN: 'DE89 3704 0044 0532 0130 00',
};

/** The real server in this process, on a free port, with its own database. */
export interface TestServer extends Pick<Serving, 'app' | 'db' | 'bus' | 'url' | 'knowledge' | 'databaseUrl'> {
  filesDir: string;
  /** Signs in a new user of this kind. */
  signIn(kind: Parameters<typeof somebody>[1], questionLimit?: number): Promise<SignedIn>;
  /** Calls the API as this user, from a new device unless `headers` name one. */
  request(
    who: SignedIn | null,
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  close(): Promise<void>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD' | 'DELETE';

export interface SignedIn {
  user: User;
  token: string;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: unknown;
}

/** Returns the value at a path such as `message.files.0.url` in a reply; undefined if there is none. */
export function at(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === key)?.[1];
  }, body);
}

/** Returns one metric of `/metrics` by its name and labels as written there; undefined when it is missing. */
export async function figure(server: Pick<TestServer, 'url'>, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

/** Starts the server for this file, which is closed after its last test. @param options see `startServer` */
export async function provideServer(options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> {
  const server = await startServer(options);
  afterAll(() => server.close());
  return server;
}

/**
 * Starts the server.
 * @param options.database address of a database to use instead of a fresh one
 * @param options.knowledge with some entries of the starter knowledge base, or with the whole
 * @param options.demo with the whole demo
 */
export async function startServer(
  options: {
    database?: string;
    knowledge?: true | 'whole';
    demo?: boolean;
    distDir?: string;
    allowed?: Partial<CallerLimits>;
    metricsToken?: string;
    /** Number of proxies in front of it. */
    proxies?: number;
    /** More settings, by environment variable. */
    env?: Record<string, string>;
    log?: Deps['log'];
  } = {},
): Promise<TestServer> {
  const isFilled = options.knowledge === true;
  const database =
    options.database === undefined ? await (isFilled ? databaseWithEntries() : freshDatabase()) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-server-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: options.database ?? database?.url,
    DEMO: options.demo === true ? '1' : '0',
    OWN_KNOWLEDGE: options.demo === true || options.knowledge === 'whole' ? '1' : '0',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    ...sellerEnv,
    METRICS_TOKEN: options.metricsToken,
    TRUST_PROXY: options.proxies === undefined ? undefined : String(options.proxies),
    // No limit for lock waits, because a busy machine makes them long; tests/server/outages.test.ts covers the limit.
    LOCK_WAIT_MS: '0',
    // Likewise reading a file.
    FILE_TEXT_WAIT_MS: '60000',
    // No limit per minute, because a quick machine reaches it; tests/server/limits.test.ts covers the limits.
    REQUESTS_PER_ADDRESS: '1000000',
    REQUESTS_PER_PERSON: '1000000',
    HANDSHAKES_PER_ADDRESS: '1000000',
    ...options.env,
  });
  const { distDir, allowed } = options;
  const serving = await serve(config, {
    log: options.log ?? silentLog,
    ...(distDir === undefined ? {} : { distDir }),
    ...(allowed === undefined ? {} : { allowed }),
  });
  await serving.demoFilled;
  return {
    ...serving,
    filesDir: config.filesDir,
    async signIn(kind, questionLimit) {
      const user = await somebody(serving.db, kind, questionLimit);
      const device = { deviceId: null, userAgent: null, remember: true };
      return { user, token: await openSession(serving.db, user.id, device) };
    },
    async request(who, method, path, body, headers = {}) {
      const response = await serving.app.inject({
        method,
        url: path.startsWith('/api/') ? path : `/api/v1${path}`,
        headers: {
          'x-device-id': newDevice(),
          ...(who === null ? {} : { authorization: `Bearer ${who.token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = response.headers['content-type']?.startsWith('application/json') === true && response.body !== '';
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body: isJson ? JSON.parse(response.body) : undefined,
      };
    },
    async close() {
      await serving.close();
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
