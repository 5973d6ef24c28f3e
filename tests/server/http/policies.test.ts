import fastify from 'fastify';
import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { guardRoutes } from '../../../server/http/guards.ts';
import { routePolicies } from '../../../server/http/policies.ts';
import { openNamespace } from '../../../server/spine/sockets/event-handlers.ts';
import { newId } from '../../support/users.ts';
import { type AccessLine, accessLines, type Letter, people as users, socketLines } from '../access-table.ts';
import { madeNew, nothing } from '../access-objects.ts';
import { type Ask, calls } from '../access-calls.ts';
import { accessWorld } from '../access-world.ts';

/** Calls every route and namespace as each of eleven kinds of users, with their own resources and with those of others. */

const world = await accessWorld();
afterAll(() => world.server.close());

const errors: Record<string, [number, string, string]> = {
  '.': [401, 'UNAUTHORIZED', 'Unauthorized request'],
  x: [403, 'FORBIDDEN', 'Your account may not do this.'],
  '-': [404, 'NOT_FOUND', 'Nothing was found under this id.'],
};

describe.each(accessLines())('$method $path of $of', (line) => {
  test.each(users.map((letter) => ({ letter, expected: line.expected[letter] })))(
    '$letter: $expected',
    async (each) => {
      for (const version of versionsOf(line)) {
        const response = await call(line, each.letter, version, await objectOf(line, each.letter));
        expect(actualOf(line, each.expected, response), `version ${version}`).toEqual(
          expectedOf(line, each.expected, response.headers['x-request-id']),
        );
      }
    },
  );

  // A push gets 409 for any actor other than the sender, whether that actor exists or not.
  if (line.of === '' || line.path === '/sync/push') return;
  test("the response for another user's resource is byte for byte the one for a missing resource", async () => {
    for (const letter of users.filter((each) => 'o-'.includes(line.expected[each]))) {
      // Staff may look up any e-mail address and the users of any company.
      if (/^\/(users\/email|(subscriptions\/)?company_users)/.test(line.path) && 'EA'.includes(letter)) continue;
      const missing = await call(line, letter, 1, nothing(line.of));
      expect(missing.statusCode, letter).toBe(404);
      if (line.expected[letter] === 'o') continue;
      expect(comparable(await call(line, letter, 1, await objectOf(line, letter))), letter).toEqual(
        comparable(missing),
      );
    }
  });
});

test.each(
  socketLines().flatMap(({ namespace, expected }) =>
    users.map((letter) => ({ namespace, letter, expected: expected[letter] })),
  ),
)('$namespace for $letter: $expected', async ({ namespace, letter, expected }) => {
  const auth = { token: world.who[letter]?.token };
  const socket = io(world.server.url + namespace, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnection: false,
  });
  onTestFinished(() => void socket.disconnect());
  const result = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('joined'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });
  expect(result).toBe(expected === 'o' ? 'joined' : errors[expected]?.[1]);
});

test('every route of the running server has a row in the policy table, and every row a route', () => {
  const withoutVersion = world.server.app.guardedRoutes
    .filter(({ method, url }) => method !== 'HEAD' || url.includes('/uploads/'))
    .map(
      ({ method, url }) => `${method} ${url.replace(/^\/api\/v[12](?=\/)/, '').replace(/^\/docs(\/.*)?$/, '/docs/*')}`,
    );
  expect(new Set(withoutVersion)).toEqual(new Set(accessLines().map(({ method, path }) => `${method} ${path}`)));
  expect(new Set(withoutVersion)).toEqual(new Set(Object.keys(routePolicies)));
});

test('a route without a policy does not start', () => {
  const app = fastify();
  guardRoutes(app);
  expect(() => app.get('/api/v1/forgotten', () => 'x')).toThrow(
    'GET /forgotten has no line in server/http/policies.ts',
  );
  expect(() => app.get('/api/v1/__proto__', () => 'x')).toThrow('has no line');
  expect(() => app.route({ method: ['GET', 'POST'], url: '/users/me', handler: () => 'x' })).toThrow('has no line');
});

test('a namespace without a policy, or one of its events without one, does not start', () => {
  const deps = { watch: { admit: () => undefined } as never, log: console };
  expect(() => openNamespace({ name: '/elsewhere' } as never, deps, {})).toThrow('/elsewhere has no line');
  expect(() => openNamespace({ name: '/po-chat' } as never, deps, { forgotten: () => Promise.resolve({}) })).toThrow(
    '/po-chat forgotten',
  );
});

let networks = 0;

async function call({ method, path, of }: AccessLine, letter: Letter, version: number, id: string) {
  const request: Ask = (await calls[`${method} ${path}`]?.(id, world, letter, of)) ?? {};
  const token = world.who[letter]?.token;
  return world.server.app.inject({
    method: method as 'GET',
    url: request.url ?? `/api/v${version}${path.replace(':id', id)}`,
    headers: {
      'x-device-id': newDevice(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { payload: request.body }),
    // Each call comes from another network: what is asked here is not how many one may make.
    remoteAddress: request.from ?? `10.9.${++networks % 250}.1`,
  });
}

const newDevice = () => randomBytes(32).toString('hex');

type CallResponse = Awaited<ReturnType<typeof call>>;

async function objectOf({ of }: AccessLine, letter: Letter): Promise<string> {
  const [whose = '', name = ''] = of.split('.');
  const made = await madeNew(world, name, whose, letter);
  if (made !== undefined) return made;
  const resources = { own: world.own[letter], foreign: world.foreign, company: world.company }[whose];
  // A user without such a resource sends an id that does not exist.
  return resources?.[name] ?? newId();
}

/** The API versions that have this route. */
function versionsOf({ method, path }: AccessLine): number[] {
  const inSecond = world.server.app.guardedRoutes.some(
    (route) => route.method === method && route.url === `/api/v2${path}`,
  );
  return inSecond ? [1, 2] : [1];
}

/** The response in the table's terms: status and field names of an allowed call, status and whole body of a refused one. */
function actualOf(line: AccessLine, letter: string, response: CallResponse): object {
  const isJson =
    response.headers['content-type']?.toString().startsWith('application/json') === true && response.body !== '';
  const body: unknown = isJson ? response.json() : {};
  const { statusCode: status } = response;
  if (letter !== 'o') return { status, body };
  if (status >= 400) return { status: String(status), names: [Reflect.get(Object(body), 'code')] };
  const isEither = line.status === '20x' && (status === 200 || status === 201);
  return { status: isEither ? '20x' : String(status), names: Object.keys(Object(body)).toSorted() };
}

function expectedOf({ method, status, names }: AccessLine, letter: string, requestId: unknown): object {
  const refused = errors[letter];
  if (refused === undefined) return { status, names };
  const [statusCode, code, message] = refused;
  return { status: statusCode, body: method === 'HEAD' ? {} : { statusCode, code, message, requestId } };
}

/** A response without the parts that differ between any two: date, request id and rate-limit headers. */
function comparable({ statusCode, headers, body }: CallResponse): object {
  const { date: _date, 'x-request-id': id, ...rest } = headers;
  const kept = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit-'));
  return { statusCode, headers: Object.fromEntries(kept), body: body.replaceAll(String(id), '') };
}
