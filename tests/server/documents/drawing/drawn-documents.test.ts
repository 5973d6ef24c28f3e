import { sql } from 'kysely';
import Pdf from 'pdfkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '#domain/ground/errors.ts';
import {
  DrawnDocuments,
  documentsBackMs,
  documentsPerUser,
  keptDocumentBytes,
} from '../../../../server/documents/drawing/drawn-documents.ts';
import { orderInTest } from '../../../support/orders/results.ts';
import { type SignedIn, startServer, type TestServer } from '../../../support/servers/server.ts';

/** Draws documents, each of which waits until all are let go. */
function drawing() {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const drawn: string[] = [];
  const documents = new DrawnDocuments();
  const draw = (user: string, name: string, bytes = 10) =>
    documents.for(user)({ name }, async () => {
      await gate;
      drawn.push(name);
      return Buffer.alloc(bytes, name);
    });
  return { draw, drawn, open };
}

test('a document is drawn once from the same data, also for callers at the same time, and anew when the data change', async () => {
  const { draw, drawn, open } = drawing();
  open();
  const same = await Promise.all([draw('me', 'a'), draw('me', 'a'), draw('you', 'a')]);
  expect(new Set(same.map(String)).size).toBe(1);
  await draw('me', 'a');
  await draw('me', 'b');
  expect(drawn).toEqual(['a', 'b']);
});

test('of many documents that one user asks for at once only a few are drawn, and the rest are told when to try again', async () => {
  const { draw, drawn, open } = drawing();
  const asked = Array.from({ length: 60 }, (_, i) => draw('loud', `loud ${i}`));
  const ends = Promise.allSettled(asked);
  const mine = draw('me', 'mine');
  open();
  await mine;
  const refused = (await ends).filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(refused).toHaveLength(60 - documentsPerUser);
  expect(refused[0]).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterMs: documentsBackMs } });
  // Users take turns: one was being drawn, and one stood before.
  expect(drawn.indexOf('mine')).toBe(2);
  expect(await draw('loud', 'loud 59')).toHaveLength(10);
});

test('between two documents of a queue, other requests are answered', async () => {
  const { draw, drawn, open } = drawing();
  const both = [draw('me', 'a'), draw('you', 'b')];
  const seen: string[][] = [];
  open();
  await new Promise<void>((resolve) => {
    const look = () => {
      seen.push([...drawn]);
      if (drawn.length === 2) resolve();
      else setImmediate(look);
    };
    setImmediate(look);
  });
  await Promise.all(both);
  expect(seen).toContainEqual(['a']);
});

test('the documents that were used last are kept, up to a number of bytes', async () => {
  const { draw, drawn, open } = drawing();
  open();
  const half = keptDocumentBytes / 2;
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await draw('me', name, half);
  expect(drawn).toEqual(['a', 'b', 'c', 'b']);
});

describe('of an order in test', () => {
  let server: TestServer;
  let customer: SignedIn;
  let paths: string[];

  beforeAll(async () => {
    server = await startServer();
    customer = await server.signIn('engineer');
    const order = `/po_system/orders/${await orderInTest(server, [customer, await server.signIn('expert')])}`;
    const { rows } = await sql<{ id: string }>`select id from invoices`.execute(server.db);
    const ofPlan = `/subscriptions/invoices/${rows[0]?.id}/pdf`;
    paths = [`${order}/quote/pdf`, `${order}/invoice/pdf`, `${order}/labels/pdf`, ofPlan];
  });
  afterAll(() => server.close());

  test('a quote, an invoice and labels are refused while their reader waits for too many documents', async () => {
    const turns = vi.spyOn(DrawnDocuments.prototype, 'for');
    onTestFinished(() => turns.mockRestore());
    turns.mockReturnValue(() => Promise.reject(new Refusal('RATE_LIMITED', { retryAfterMs: 1000 })));
    for (const path of paths) {
      expect([path, (await server.request(customer, 'GET', path)).status]).toEqual([path, 429]);
      expect(turns.mock.lastCall).toEqual([customer.user.id]);
    }
  });

  test('the process that serves requests draws none of them itself', async () => {
    const pages = vi.spyOn(Pdf.prototype, 'addPage');
    onTestFinished(() => pages.mockRestore());
    for (const path of paths) {
      const reply = await fetch(`${server.url}/api/v1${path}`, {
        headers: { authorization: `Bearer ${customer.token}`, 'x-device-id': 'a'.repeat(64) },
      });
      expect([path, reply.status]).toEqual([path, 200]);
      expect(
        Buffer.from(await reply.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    expect(pages).not.toHaveBeenCalled();
  });
});
