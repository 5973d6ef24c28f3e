import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { deletedName } from '#domain/account/users.ts';
import { lockStreams } from '../../../../server/spine/log/reading.ts';
import { appendEvent } from '../../../../server/spine/log/append-event.ts';
import type { Tx } from '../../../../server/database/db.ts';
import { accept, placeOrder, reviewedOrder } from '../../../support/orders/reviewing.ts';
import { form, png } from '../../../support/files/sample-files.ts';
import { at, provideServer } from '../../../support/servers/server.ts';
import { newId } from '../../../support/users.ts';

/** Calls with an idempotency key that write into the log: their events are delivered in the order of their streams. */

const server = await provideServer();
const [admin, customer] = [await server.signIn('admin'), await server.signIn('engineer')];

/** Prepares each call. @returns its method and path, and the stream that it writes */
const calls = {
  'an invoice is paid': async () => ({ method: 'POST' as const, ...(await openInvoice('paid')) }),
  'an invoice is voided': async () => ({ method: 'POST' as const, ...(await openInvoice('void')) }),
  'a file of an order is deleted': async () => {
    const order = await placeOrder(server, customer);
    const path = `/admin-api/po_orders/orders/${order}/attachments`;
    const { payload, headers } = form({}, [{ name: 'tab.png', bytes: png(9) }]);
    const added = await server.request(
      customer,
      'POST',
      path.replace('admin-api/po_orders', 'po_system'),
      payload,
      headers,
    );
    const { rows } = await sql<{ id: string }>`select id from rooms where order_id = ${order}`.execute(server.db);
    return {
      method: 'DELETE' as const,
      path: `${path}/${String(at(added.body, 'items.0.id'))}`,
      stream: `room:${rows[0]?.id}`,
    };
  },
} as const satisfies Record<string, () => Promise<{ method: 'POST' | 'DELETE'; path: string; stream: string }>>;

async function openInvoice(end: 'paid' | 'void') {
  const order = await reviewedOrder(server, [customer, admin]);
  await accept(server, customer, order);
  const { rows } = await sql<{ id: string }>`select id from invoices where order_id = ${order}`.execute(server.db);
  return { path: `/admin-api/invoices/${rows[0]?.id}/${end}`, stream: `order:${order}` };
}

/** Appends any event to a locked stream. */
async function appendAny(tx: Tx, stream: string): Promise<void> {
  const { rows } = await sql<{ sseq: number }>`select sseq from streams where stream = ${stream}`.execute(tx);
  const data = { userId: newId(), name: deletedName, newest: null };
  const about = { stream, position: rows[0]?.sseq ?? 0, actorId: customer.user.id, staff: true };
  await appendEvent(tx, { ...about, type: 'person.renamed', data }, () => []);
}

/** Asked within the transaction that holds the lock, because the database ends one in which nothing happens. */
async function isWaitingForLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(tx);
  return rows.length > 0;
}

test.each(Object.entries(calls))(
  'when %s while another event is written, both are delivered in their order',
  async (_, prepare) => {
    const { method, path, stream } = await prepare();
    const call = await server.db.transaction().execute(async (tx) => {
      await lockStreams(tx, [stream]);
      const made = server.request(admin, method, path, undefined, { 'idempotency-key': newId() });
      await vi.waitUntil(() => isWaitingForLock(tx), { timeout: 20_000 });
      await appendAny(tx, stream);
      return { made };
    });
    expect((await call.made).status).toBeLessThan(300);
    const { rows } = await sql<{ sseq: number }>`
      select sseq from events where stream = ${stream} order by xid, seq`.execute(server.db);
    const delivered = rows.map(({ sseq }) => sseq);
    expect(delivered).toEqual(delivered.toSorted((a, b) => a - b));
  },
);

test('a call whose stream is not locked yet takes effect once, and its repeat gets the same reply', async () => {
  const { path, stream } = await openInvoice('paid');
  const key = { 'idempotency-key': newId() };
  const replies = await Promise.all([1, 2, 3].map(() => server.request(admin, 'POST', path, undefined, key)));
  expect(replies.map(({ status, text }) => [status, text])).toEqual(replies.map(() => [200, replies[0]?.text]));
  const { rows } = await sql`select from events where stream = ${stream}
    and data #>> '{entry,event}' = 'INVOICE_PAID'`.execute(server.db);
  expect(rows).toHaveLength(1);
});
