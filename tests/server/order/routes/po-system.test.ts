import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { orderLimits } from '#domain/order/data/limits.ts';
import { demoOrders } from '../../../../server/demo/orders.ts';
import { newId } from '../../../support/users.ts';
import { at, provideServer, type SignedIn } from '../../../support/servers/server.ts';

const validOrder = demoOrders[0]?.doc ?? {};

const server = await provideServer();
const engineer = await server.signIn('engineer');

const save = (user: SignedIn | null, body: object) => server.request(user, 'POST', '/po_system/orders/save', body);
const load = (user: SignedIn, id: unknown) => server.request(user, 'GET', `/po_system/orders/${String(id)}/load`);
const place = (user: SignedIn, body: object) => server.request(user, 'POST', '/po_system/orders/place', body);
const idOf = (response: { body: unknown }) => at(response.body, 'order.id');
const withoutRequestId = (response: { status: number; body: unknown }) => ({
  ...Object(response.body),
  requestId: '',
  status: response.status,
});

test('an order is saved, priced, placed and loaded', async () => {
  const saved = await save(engineer, { data: validOrder });
  expect(saved).toMatchObject({
    status: 201,
    body: { order: { status: 'draft', number: expect.stringMatching(/^PO-\d{4}-\d{6}$/), data: validOrder } },
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

test('a document has the same price before and after it is saved as an order', async () => {
  const saved = await save(engineer, { data: validOrder });
  const byDocument = await server.request(engineer, 'POST', '/po_system/calculate', { data: validOrder });
  expect(at(byDocument.body, 'quote_hash')).toBe(at(saved.body, 'order.price.quote_hash'));
});

test('saving a loaded order again changes only the edited field, and clears fields that are left out', async () => {
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

test('a save that names only what changes is refused and empties nothing; what is named with null is cleared', async () => {
  const saved = await save(engineer, { data: { service: 'prototyping', format: '21700', quantity: 12 } });
  const at1 = { id: idOf(saved), version: at(saved.body, 'order.version') };
  const emptying = await save(engineer, { ...at1, data: { title: 'New name' } });
  expect([emptying.status, at(emptying.body, 'details.0.path'), at(emptying.body, 'details.0.code')]).toEqual([
    422,
    'data',
    'LEAVES_OUT',
  ]);
  expect(at((await load(engineer, idOf(saved))).body, 'order.data')).toEqual(at(saved.body, 'order.data'));
  const cleared = { service: 'prototyping', format: null, quantity: null, title: 'New name' };
  expect(at((await save(engineer, { ...at1, data: cleared })).body, 'order.data')).toEqual({
    service: 'prototyping',
    title: 'New name',
  });
});

test('saving an outdated version keeps values written since, and reports both values of a conflict', async () => {
  const saved = await save(engineer, { data: { service: 'prototyping', quantity: 12 } });
  const version = at(saved.body, 'order.version');
  await save(engineer, { id: idOf(saved), version, data: { service: 'prototyping', quantity: 24 } });
  const late = await save(engineer, { id: idOf(saved), version, data: { service: 'testing', quantity: 36 } });
  expect(late.body).toMatchObject({
    order: { data: { service: 'testing', quantity: 24 }, conflicts: [{ path: 'quantity', mine: 36, theirs: 24 }] },
  });
});

test('saving without a change keeps the version', async () => {
  const saved = await save(engineer, { data: { service: 'prototyping' } });
  const again = await save(engineer, {
    id: idOf(saved),
    version: at(saved.body, 'order.version'),
    data: { service: 'prototyping' },
  });
  expect([again.status, at(again.body, 'order.version')]).toEqual([200, at(saved.body, 'order.version')]);
});

test('the same first save sent fifty times at once creates one order', async () => {
  const client_order_id = newId();
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => save(engineer, { client_order_id, data: { service: 'testing' } })),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 49 }, () => 200),
    201,
  ]);
  expect(new Set(responses.map(({ body }) => at(body, 'order.number'))).size).toBe(1);
  expect(await save(engineer, { client_order_id, data: { service: 'both' } })).toMatchObject({
    status: 409,
    body: { code: 'IDEMPOTENCY_CONFLICT' },
  });
});

test('an order with a wrong price, a changed document or missing fields is not placed', async () => {
  const saved = await save(engineer, { data: validOrder });
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
  const incomplete = await save(engineer, { data: { service: 'prototyping' } });
  expect(
    await place(engineer, { order_id: idOf(incomplete), quote_hash: at(incomplete.body, 'order.price.quote_hash') }),
  ).toMatchObject({
    status: 422,
    body: { details: expect.arrayContaining([expect.objectContaining({ path: 'format' })]) },
  });
});

test.each([
  ['quantity', 'many'],
  ['windingShaftDiameter_mm', { $gt: 0 }],
  ['format', 'x'.repeat(100_000)],
  ['price', 1],
  ['status', 'done'],
  ['__proto__/polluted', true],
  ['tests/../../etc/temp', 5],
])('the field %s cannot be %j', async (path, value) => {
  const response = await save(engineer, { data: { [path]: value } });
  expect(response).toMatchObject({
    status: 422,
    body: { code: 'INVALID', details: [expect.objectContaining({ path })] },
  });
  expect(await server.request(engineer, 'POST', '/po_system/calculate', { data: { [path]: value } })).toMatchObject({
    status: 422,
  });
});

test('an empty order is refused', async () => {
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
  expect(saved.body).toMatchObject({ order: { status: 'draft', owner: { id: engineer.user.id } } });
});

test("another user's order gets the same response as a missing one: it cannot be loaded, saved, placed or priced", async () => {
  const saved = await save(engineer, { data: validOrder });
  const other = await server.signIn('engineer');
  // The order gets no company, because both users are in the same one.
  await sql`update orders set data = jsonb_set(data, '{companyId}', 'null') where id = ${String(idOf(saved))}`.execute(
    server.db,
  );
  const quote_hash = at(saved.body, 'order.price.quote_hash');
  for (const id of [idOf(saved), randomUUID()]) {
    const responses = [
      await load(other, id),
      await save(other, { id, version: 2, data: { service: 'testing' } }),
      await place(other, { order_id: id, quote_hash }),
      await server.request(other, 'POST', '/po_system/calculate', { order_id: id }),
    ];
    for (const response of responses)
      expect(withoutRequestId(response)).toEqual({
        status: 404,
        statusCode: 404,
        code: 'NOT_FOUND',
        message: 'Nothing was found under this id.',
        requestId: '',
      });
  }
});

test('an order with too many tests is refused when it is priced and when it is saved', async () => {
  const user = await server.signIn('engineer');
  const data = Object.fromEntries(Array.from({ length: 8000 }, (_, i) => [`tests/t${i}/type`, 'RPT']));
  const oneTooMany = Object.fromEntries(Object.entries(data).slice(0, orderLimits.testsPerOrder + 1));
  const responses = [
    await server.request(user, 'POST', '/po_system/calculate', { data }),
    await server.request(user, 'POST', '/po_system/calculate', { data: oneTooMany }),
    await server.request(user, 'POST', '/po_system/orders/save', { data: oneTooMany, client_order_id: newId() }),
  ];
  for (const { status, body } of responses) {
    expect([status, at(body, 'code'), at(body, 'details.0.code')]).toEqual([422, 'INVALID', 'TOO_MANY']);
  }
});
