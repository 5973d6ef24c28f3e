import fastify from 'fastify';
import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { guardRoutes } from '../../../server/http/guards.ts';
import { routePolicies } from '../../../server/http/policies.ts';
import { openNamespace } from '../../../server/sockets/event-handlers.ts';
import { newId } from '../../support/people.ts';
import { type AccessLine, accessLines, type Letter, people, socketLines } from '../access-table.ts';
import { madeNew, nothing } from '../access-objects.ts';
import { type Ask, calls } from '../access-calls.ts';
import { accessWorld, type World } from '../access-world.ts';

/** Every door of the server, tried by eleven kinds of people, with what is theirs and with what is not. */

let world: World;

beforeAll(async () => {
  world = await accessWorld();
});
afterAll(() => world.server.close());

const errors: Record<string, [number, string, string]> = {
  '.': [401, 'UNAUTHORIZED', 'Unauthorized request'],
  x: [403, 'FORBIDDEN', 'Your account may not do this.'],
  '-': [404, 'NOT_FOUND', 'Nothing was found under this id.'],
};

describe.each(accessLines())('$method $path of $of', (line) => {
  test.each(people.map((letter) => ({ letter, expected: line.expected[letter] })))(
    '$letter: $expected',
    async (each) => {
      for (const version of versionsOf(line)) {
        const answer = await call(line, each.letter, version, await objectOf(line, each.letter));
        expect(metBy(line, each.expected, answer), `version ${version}`).toEqual(
          expectedOf(line, each.expected, answer.headers['x-request-id']),
        );
      }
    },
  );

  // Pushing for nobody is as good as pushing for another.
  if (line.of === '' || line.path === '/sync/push') return;
  test("the reply for another user's resource is byte for byte the one for a missing resource", async () => {
    for (const letter of people.filter((each) => 'o-'.includes(line.expected[each]))) {
      // Staff look up any address, and the people of any company.
      if (/^\/(users\/email|(subscriptions\/)?company_users)/.test(line.path) && 'EA'.includes(letter)) continue;
      const missing = await call(line, letter, 1, nothing(line.of));
      expect(missing.statusCode, letter).toBe(404);
      if (line.expected[letter] === 'o') continue;
      expect(plain(await call(line, letter, 1, await objectOf(line, letter))), letter).toEqual(plain(missing));
    }
  });
});

test.each(
  socketLines().flatMap(({ namespace, expected }) =>
    people.map((letter) => ({ namespace, letter, expected: expected[letter] })),
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
  const met = await new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('joined'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });
  expect(met).toBe(expected === 'o' ? 'joined' : errors[expected]?.[1]);
});

test('every route of the running server has a row in the policy table, and every row a route', () => {
  const withoutVersion = world.server.app.doors
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

test('neither does a namespace, or an event of one', () => {
  const deps = { watch: { admit: () => undefined } as never, log: console };
  expect(() => openNamespace({ name: '/elsewhere' } as never, deps, {})).toThrow('/elsewhere has no line');
  expect(() => openNamespace({ name: '/po-chat' } as never, deps, { forgotten: () => Promise.resolve({}) })).toThrow(
    '/po-chat forgotten',
  );
});

async function call({ method, path, of }: AccessLine, letter: Letter, version: number, id: string) {
  const ask: Ask = (await calls[`${method} ${path}`]?.(id, world, letter, of)) ?? {};
  const token = world.who[letter]?.token;
  return world.server.app.inject({
    method: method as 'GET',
    url: ask.url ?? `/api/v${version}${path.replace(':id', id)}`,
    headers: {
      'x-device-id': newDevice(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...ask.headers,
    },
    ...(ask.body === undefined ? {} : { payload: ask.body }),
    ...(ask.from === undefined ? {} : { remoteAddress: ask.from }),
  });
}

const newDevice = () => randomBytes(32).toString('hex');

type Answer = Awaited<ReturnType<typeof call>>;

async function objectOf({ of }: AccessLine, letter: Letter): Promise<string> {
  const [whose = '', name = ''] = of.split('.');
  const made = await madeNew(world, name, whose, letter);
  if (made !== undefined) return made;
  const belongings = { own: world.own[letter], foreign: world.foreign, company: world.company }[whose];
  // Who has no such thing asks about nothing.
  return belongings?.[name] ?? newId();
}

/** The versions of the API this door is in. */
function versionsOf({ method, path }: AccessLine): number[] {
  const inSecond = world.server.app.doors.some((door) => door.method === method && door.url === `/api/v2${path}`);
  return inSecond ? [1, 2] : [1];
}

/** What somebody met, as the table says it: status and names where they may, the whole body where they may not. */
function metBy(line: AccessLine, letter: string, answer: Answer): object {
  const isJson =
    answer.headers['content-type']?.toString().startsWith('application/json') === true && answer.body !== '';
  const body: unknown = isJson ? answer.json() : {};
  const { statusCode: status } = answer;
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

/** An answer without what differs between any two. */
function plain({ statusCode, headers, body }: Answer): object {
  const { date: _date, 'x-request-id': id, ...rest } = headers;
  const kept = Object.entries(rest).filter(([name]) => !name.startsWith('x-ratelimit-'));
  return { statusCode, headers: Object.fromEntries(kept), body: body.replaceAll(String(id), '') };
}
