import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#domain/limits.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';
import { newId } from '../../../support/people.ts';
import { at, startServer, type SignedIn, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let engineer: SignedIn;
const sound = demoOrders[0]?.doc ?? {};

beforeAll(async () => {
  server = await startServer();
  engineer = await server.signIn('engineer');
});
afterAll(() => server.close());

const save = (who: SignedIn | null, body: object) => server.request(who, 'POST', '/po_system/orders/save', body);
const load = (who: SignedIn, id: unknown) => server.request(who, 'GET', `/po_system/orders/${String(id)}/load`);
const place = (who: SignedIn, body: object) => server.request(who, 'POST', '/po_system/orders/place', body);
const idOf = (answer: { body: unknown }) => at(answer.body, 'order.id');
const said = (answer: { status: number; body: unknown }) => ({
  ...Object(answer.body),
  requestId: '',
  status: answer.status,
});

test('an order is saved, priced, placed and loaded', async () => {
  const saved = await save(engineer, { data: sound });
  expect(saved).toMatchObject({
    status: 201,
    body: { order: { status: 'draft', number: expect.stringMatching(/^PO-\d{4}-\d{6}$/), data: sound } },
  });
  const price = await server.request(engineer, 'POST', '/po_system/calculate', { order_id: idOf(saved) });
  expect(price.status).toBe(200);
  expect(at(price.body, 'total')).toBeGreaterThan(0);
  const placed = await place(engineer, { order_id: idOf(saved), quote_hash: at(price.body, 'quote_hash') });
  expect(placed).toMatchObject({
    status: 202,
    body: { order: { status: 'submitted', price: { total: at(price.body, 'total') } } },
  });
  const loaded = await load(engineer, idOf(saved));
  expect(loaded.body).toMatchObject({
    order: { status: 'submitted' },
    attachments: [],
    test_reports: [],
    history: [{ to: 'draft' }, { from: 'draft', to: 'submitted', event: 'PLACE' }],
    allowed_commands: ['WITHDRAW', 'CANCEL'],
  });
});

test('a document and an order have the same price, on the device and on the server', async () => {
  const saved = await save(engineer, { data: sound });
  const byDocument = await server.request(engineer, 'POST', '/po_system/calculate', { data: sound });
  expect(at(byDocument.body, 'quote_hash')).toBe(at(saved.body, 'order.price.quote_hash'));
});

test('saving again what one has loaded changes just that, and clears what is left out', async () => {
  const saved = await save(engineer, { data: { service: 'prototyping', format: '21700', quantity: 12 } });
  const [version, data] = [at(saved.body, 'order.version'), at(saved.body, 'order.data')];
  const changed = await save(engineer, { id: idOf(saved), version, data: { ...Object(data), quantity: 24 } });
  expect(changed).toMatchObject({
    status: 201,
    body: { order: { data: { service: 'prototyping', format: '21700', quantity: 24 } } },
  });
  const cleared = await save(engineer, {
    id: idOf(saved),
    version: at(changed.body, 'order.version'),
    data: { service: 'prototyping' },
  });
  expect(at(cleared.body, 'order.data')).toEqual({ service: 'prototyping' });
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from events where stream = ${`order:${String(idOf(saved))}`}`.execute(server.db);
  expect(rows[0]?.n).toBe(4);
});

test('saving what one loaded earlier keeps what was written since, and shows both values', async () => {
  const saved = await save(engineer, { data: { service: 'prototyping', quantity: 12 } });
  const version = at(saved.body, 'order.version');
  await save(engineer, { id: idOf(saved), version, data: { service: 'prototyping', quantity: 24 } });
  const late = await save(engineer, { id: idOf(saved), version, data: { service: 'testing', quantity: 36 } });
  expect(late.body).toMatchObject({
    order: { data: { service: 'testing', quantity: 24 }, conflicts: [{ path: 'quantity', mine: 36, theirs: 24 }] },
  });
});

test('saving without a change changes nothing', async () => {
  const saved = await save(engineer, { data: { service: 'prototyping' } });
  const again = await save(engineer, {
    id: idOf(saved),
    version: at(saved.body, 'order.version'),
    data: { service: 'prototyping' },
  });
  expect([again.status, at(again.body, 'order.version')]).toEqual([200, at(saved.body, 'order.version')]);
});

test('fifty times the same first save makes one order', async () => {
  const client_order_id = newId();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => save(engineer, { client_order_id, data: { service: 'testing' } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 49 }, () => 200),
    201,
  ]);
  expect(new Set(answers.map(({ body }) => at(body, 'order.number'))).size).toBe(1);
  expect(await save(engineer, { client_order_id, data: { service: 'both' } })).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_CONFLICT' },
  });
});

test('placing an order fifty times at once places it once', async () => {
  const saved = await save(engineer, { data: sound });
  const body = { order_id: idOf(saved), quote_hash: at(saved.body, 'order.price.quote_hash'), client_id: newId() };
  const answers = await Promise.all(Array.from({ length: 50 }, () => place(engineer, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const loaded = await load(engineer, idOf(saved));
  expect(Object(at(loaded.body, 'history')).length).toBe(2);
  expect(await place(engineer, { ...body, client_id: newId() })).toMatchObject({
    status: 409,
    body: { code: 'ILLEGAL_TRANSITION' },
  });
});

test('an order with a wrong price or a changed document is not placed', async () => {
  const saved = await save(engineer, { data: sound });
  const wrong = 'a'.repeat(64);
  expect(await place(engineer, { order_id: idOf(saved), quote_hash: wrong })).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', details: { quote: { total: expect.any(Number) } } },
  });
  const quote_hash = at(saved.body, 'order.price.quote_hash');
  expect(await place(engineer, { order_id: idOf(saved), quote_hash, doc_hash: wrong })).toMatchObject({
    status: 409,
    body: { code: 'ORDER_CHANGED' },
  });
  const half = await save(engineer, { data: { service: 'prototyping' } });
  expect(
    await place(engineer, { order_id: idOf(half), quote_hash: at(half.body, 'order.price.quote_hash') }),
  ).toMatchObject({
    status: 422,
    body: { details: expect.arrayContaining([expect.objectContaining({ path: 'format' })]) },
  });
});

test.each([
  ['quantity', -1],
  ['quantity', 1.5],
  ['quantity', 1e308],
  ['quantity', 'many'],
  ['windingShaftDiameter_mm', { $gt: 0 }],
  ['format', 'x'.repeat(100_000)],
  ['price', 1],
  ['status', 'done'],
  ['__proto__/polluted', true],
  ['tests/../../etc/temp', 5],
])('the field %s cannot be %j', async (path, value) => {
  const answer = await save(engineer, { data: { [path]: value } });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'INVALID', details: [expect.objectContaining({ path })] },
  });
  expect(await server.request(engineer, 'POST', '/po_system/calculate', { data: { [path]: value } })).toMatchObject({
    status: 422,
  });
});

test('NaN and Infinity do not even arrive', async () => {
  const headers = { authorization: `Bearer ${engineer.token}`, 'content-type': 'application/json' };
  for (const value of ['NaN', 'Infinity', '1e999']) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/po_system/orders/save',
      headers,
      payload: `{"data":{"quantity":${value}}}`,
    });
    expect([400, 422]).toContain(answer.statusCode);
  }
});

test('an order begins with something in it', async () => {
  expect(await save(engineer, { data: {} })).toMatchObject({ status: 422, body: { code: 'INVALID' } });
});

test('owner, status, price and company come from the server: a request that contains them is refused', async () => {
  const chosen = {
    status: 'done',
    price: { total: 1 },
    owner_id: randomUUID(),
    company_id: 102,
    number: 'PO-1',
  };
  const refused = await save(engineer, { data: { service: 'prototyping' }, ...chosen });
  expect([refused.status, at(refused.body, 'details')]).toEqual([
    400,
    Object.keys(chosen).map((path) => ({ path, code: 'additionalProperties' })),
  ]);
  const saved = await save(engineer, { data: { service: 'prototyping' } });
  expect(saved.body).toMatchObject({ order: { status: 'draft', owner: { id: engineer.person.id } } });
});

test("a stranger's order is as good as none: not read, not saved over, not placed, not priced", async () => {
  const saved = await save(engineer, { data: sound });
  const other = await server.signIn('engineer');
  // Of no company, so that the other one is not a colleague.
  await sql`update orders set data = jsonb_set(data, '{companyId}', 'null') where id = ${String(idOf(saved))}`.execute(
    server.db,
  );
  const quote_hash = at(saved.body, 'order.price.quote_hash');
  for (const id of [idOf(saved), randomUUID()]) {
    const answers = [
      await load(other, id),
      await save(other, { id, version: 2, data: { service: 'testing' } }),
      await place(other, { order_id: id, quote_hash }),
      await server.request(other, 'POST', '/po_system/calculate', { order_id: id }),
    ];
    for (const answer of answers)
      expect(said(answer)).toEqual({
        status: 404,
        statusCode: 404,
        code: 'NOT_FOUND',
        message: 'Nothing was found under this id.',
        requestId: '',
      });
  }
});

test("a colleague reads the company's order and changes nothing in it", async () => {
  const saved = await save(engineer, { data: sound });
  const colleague = await server.signIn('colleague');
  const loaded = await load(colleague, idOf(saved));
  expect(loaded).toMatchObject({ status: 200, body: { allowed_commands: [] } });
  expect(await save(colleague, { id: idOf(saved), version: 2, data: { ...sound, quantity: 1 } })).toMatchObject({
    status: 403,
  });
  expect(
    await place(colleague, { order_id: idOf(saved), quote_hash: at(saved.body, 'order.price.quote_hash') }),
  ).toMatchObject({ status: 403 });
});

test.each(['customer', 'trial', 'stranger'] as const)(
  'the plan of a %s does not include the Navigator',
  async (kind) => {
    expect(await save(await server.signIn(kind), { data: sound })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  },
);

test('a guest has no orders', async () => {
  expect(await save(null, { data: sound })).toMatchObject({ status: 401 });
});

test('more tests than an order holds are refused, wherever they come in', async () => {
  const someone = await server.signIn('engineer');
  const data = Object.fromEntries(Array.from({ length: 8000 }, (_, i) => [`tests/t${i}/type`, 'RPT']));
  const some = Object.fromEntries(Object.entries(data).slice(0, limits.testsPerOrder + 1));
  const answers = [
    await server.request(someone, 'POST', '/po_system/calculate', { data }),
    await server.request(someone, 'POST', '/po_system/calculate', { data: some }),
    await server.request(someone, 'POST', '/po_system/orders/save', { data: some, client_order_id: newId() }),
  ];
  for (const { status, body } of answers) {
    expect([status, at(body, 'code'), at(body, 'details.0.code')]).toEqual([422, 'INVALID', 'TOO_MANY']);
  }
});
