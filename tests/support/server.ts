import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Allowed, readConfig } from '../../server/config.ts';
import { addKnowledge } from '../../server/demo/fill.ts';
import type { Deps } from '../../server/http/deps.ts';
import { serve, type Serving } from '../../server/serve.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import { silentLog } from '../../server/log.ts';
import type { Person } from '#domain/users.ts';
import { freshDatabase } from './cluster.ts';
import { newDevice, somebody } from './people.ts';

/** The real server in this process, on a free port, with a database of its own. */
export interface TestServer extends Pick<Serving, 'app' | 'db' | 'bus' | 'url' | 'knowledge' | 'databaseUrl'> {
  filesDir: string;
  /** A person of this kind, signed in. */
  signIn(kind: Parameters<typeof somebody>[1], questionLimit?: number): Promise<SignedIn>;
  /** Calls the API as somebody; from a device that nobody has seen before, where `headers` do not name one. */
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
  person: Person;
  token: string;
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  body: unknown;
}

/** What lies at a path such as `message.files.0.url` of an answer; undefined where there is nothing. */
export function at(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries(value).find(([name]) => name === key)?.[1];
  }, body);
}

/** One figure of `/metrics`, by its name and labels as they are written there; undefined when it is not there. */
export async function figure(server: Pick<TestServer, 'url'>, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

/**
 * @param options.database the address of a database to use instead of a fresh one
 * @param options.knowledge with the starter knowledge base
 * @param options.demo with the whole demo
 */
export async function startServer(
  options: {
    database?: string;
    knowledge?: boolean;
    demo?: boolean;
    distDir?: string;
    allowed?: Partial<Allowed>;
    metricsToken?: string;
    /** So many proxies stand before it. */
    proxies?: number;
    /** More settings, by the names of the environment. */
    env?: Record<string, string>;
    log?: Deps['log'];
  } = {},
): Promise<TestServer> {
  const database = options.database === undefined ? await freshDatabase() : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'vfp-server-'));
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: options.database ?? database?.url,
    DEMO: options.demo === true ? '1' : '0',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    METRICS_TOKEN: options.metricsToken,
    TRUST_PROXY: options.proxies === undefined ? undefined : String(options.proxies),
    // On a busy machine everybody waits for their turn; what is asked back is tests/server/outages.test.ts.
    LOCK_WAIT_MS: '0',
    ...options.env,
  });
  const { distDir, allowed } = options;
  const serving = await serve(config, {
    log: options.log ?? silentLog,
    ...(distDir === undefined ? {} : { distDir }),
    ...(allowed === undefined ? {} : { allowed }),
  });
  if (options.knowledge === true) {
    await addKnowledge(serving.db);
    await serving.knowledge.reload();
  }
  return {
    ...serving,
    filesDir: config.filesDir,
    async signIn(kind, questionLimit) {
      const person = await somebody(serving.db, kind, questionLimit);
      const device = { deviceId: null, userAgent: null, remember: true };
      return { person, token: await openSession(serving.db, person.id, device) };
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
      const isJson = response.headers['content-type']?.includes('json') === true && response.body !== '';
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
