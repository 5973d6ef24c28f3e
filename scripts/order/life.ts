import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from '#domain/ground/ids.ts';
import { protocolVersion } from '#domain/spine/wire/sync.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { type Caller, type Reply, valueAt } from './caller.ts';

/** The life of an order from draft to received, call by call. */

export interface Life {
  customer: Caller;
  staff: Caller;
  doc: OrderDoc;
  orderId: string;
  /** Hash of the price as of the last reply that had one. */
  quoteHash: string;
  invoiceId: string;
  parcelId: string;
  /** Of the file of its report, and of the report itself. */
  uploadId: string;
  reportId: string;
}

export interface Step {
  title: string;
  who: 'customer' | 'staff';
  method: 'GET' | 'POST' | 'PATCH';
  path: (life: Life) => string;
  /** Sent as JSON, or as it is where it is bytes. */
  body?: (life: Life) => object;
  headers?: Record<string, string>;
  expected: number;
  /** Takes from the reply what later calls need. @returns what to print of it, or throws if it is not as expected */
  read: (reply: Reply, life: Life) => string;
}

/** Returns the beginning of an order's life, before its first call. */
export function newLife(who: Pick<Life, 'customer' | 'staff' | 'doc'>): Life {
  return { ...who, orderId: '', quoteHash: '', invoiceId: '', parcelId: '', uploadId: '', reportId: '' };
}

/** Result of a step: the text to print of its reply, or the reason why the reply is not as expected. */
type Outcome = { method: string; path: string; status: number } & ({ shown: string } | { problem: string });

/** Takes one step in the life of an order. */
export async function take({ who, method, path, body, headers, expected, read }: Step, life: Life): Promise<Outcome> {
  const at = path(life);
  const isWrite = method === 'POST' && !/^\/(sync|uploads)/.test(at);
  const key = isWrite ? newKey() : undefined;
  const reply = await life[who].call({ method, path: at, body: body?.(life), headers, key });
  const taken = { method, path: at, status: reply.status };
  if (reply.status !== expected) return { ...taken, problem: reply.text };
  try {
    return { ...taken, shown: read(reply, life) };
  } catch (error) {
    return { ...taken, problem: error instanceof Error ? error.message : String(error) };
  }
}

export const newKey = (): string => uuidv7(Date.now(), (into) => into.set(randomBytes(into.length)));

/** A status change by staff. */
function command(title: string, event: string, [from, to]: [string, string], more: object = {}): Step {
  return {
    title,
    who: 'staff',
    method: 'POST',
    path: () => '/admin-api/po_system/order_command',
    body: ({ orderId }) => ({ order_id: orderId, event, expect_status: from, ...more }),
    expected: 200,
    read: ({ body }, life) => {
      life.quoteHash = String(valueAt(body, 'price.quote_hash'));
      return statusIs(valueAt(body, 'status'), to);
    },
  };
}

/** Parcel that the customer sends, and the shipment that returns the cells. */
const parcelContent = {
  lines: [{ name: 'Anode foil, 20 m', count: 2 }],
  carrier: 'dhl',
  tracking: 'JD014600003',
  expected: null,
  notes: '',
  mode: 'road',
  ticks: [],
};
const shipment = { carrier: 'ups', tracking: '1Z999AA10123456784', mode: 'road', flags: ['SP310'], soc: 30, ticks: [] };

/** A step of the parcel by staff. */
function parcel(title: string, step: string, more: object): Step {
  return {
    title,
    who: 'staff',
    method: 'POST',
    path: ({ orderId }) => `/admin-api/po_orders/orders/${orderId}/parcels`,
    body: ({ parcelId }) => ({ step, ...(parcelId === '' ? {} : { parcel_id: parcelId }), ...more }),
    expected: 201,
    read: ({ body }, life) => {
      life.parcelId = String(valueAt(body, 'parcels.0.id'));
      return statusIs(valueAt(body, 'parcels.0.state'), step);
    },
  };
}

/** A status change by the customer, sent as a device sends it. */
function push(
  title: string,
  event: string,
  [from, to]: [string, string],
  more: (life: Life) => object = () => ({}),
): Step {
  return {
    title,
    who: 'customer',
    method: 'POST',
    path: () => '/sync/push',
    body: (life) => {
      const args = { orderId: life.orderId, event, expectStatus: from, ...more(life) };
      const commands = [{ cmdId: newKey(), n: 0, type: 'order.transition', v: 1, args }];
      return { protocol: protocolVersion, clientId: newKey(), actor: life.customer.userId, commands };
    },
    expected: 200,
    read: ({ body, text }) => {
      if (valueAt(body, 'results.0.s') !== 'ok') throw new Error(text);
      return statusIs(valueAt(body, 'results.0.out.status'), to);
    },
  };
}

function statusIs(status: unknown, expected: string): string {
  if (status !== expected) throw new Error(`the status is ${String(status)}, not ${expected}`);
  return expected;
}

const material = 'awaiting_delivery_of_material';

const report = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const tus = { 'tus-resumable': '1.0.0' };

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns the header that says the name and the SHA-256 of an upload. */
function metadataOf(name: string, bytes: Buffer): string {
  return `filename ${base64(name)},sha256 ${base64(createHash('sha256').update(bytes).digest('hex'))}`;
}

export const steps: readonly Step[] = [
  {
    title: 'Save a draft',
    who: 'customer',
    method: 'POST',
    path: () => '/po_system/orders/save',
    body: ({ doc }) => ({ data: doc }),
    expected: 201,
    read: ({ body }, life) => {
      life.orderId = String(valueAt(body, 'order.id'));
      return `${String(valueAt(body, 'order.number'))} ${statusIs(valueAt(body, 'order.status'), 'draft')}`;
    },
  },
  {
    title: 'Calculate its price',
    who: 'customer',
    method: 'POST',
    path: () => '/po_system/calculate',
    body: ({ orderId }) => ({ order_id: orderId }),
    expected: 200,
    read: priceIn,
  },
  {
    title: 'Place it at this price',
    who: 'customer',
    method: 'POST',
    path: () => '/po_system/orders/place',
    body: ({ orderId, quoteHash }) => ({ order_id: orderId, quote_hash: quoteHash }),
    expected: 202,
    read: ({ body }) => statusIs(valueAt(body, 'order.status'), 'submitted'),
  },
  command('Start the review', 'START_REVIEW', ['submitted', 'reviewing']),
  command('Approve with a changed price', 'APPROVE', ['reviewing', 'reviewed'], {
    overrides: [{ code: 'report', amount: 0, reason: 'First order: the report is on us.' }],
  }),
  push('Accept the price', 'ACCEPT_QUOTE', ['reviewed', 'awaiting_payment'], ({ quoteHash }) => ({ quoteHash })),
  {
    title: 'Find its invoice',
    who: 'staff',
    method: 'GET',
    path: () => '/admin-api/invoices',
    expected: 200,
    read: ({ body }, life) => {
      const items = valueAt(body, 'items');
      const invoice: unknown = Array.isArray(items)
        ? items.find((each: unknown) => valueAt(each, 'order_id') === life.orderId)
        : undefined;
      if (invoice === undefined) throw new Error('the order has no invoice');
      life.invoiceId = String(valueAt(invoice, 'id'));
      return `${String(valueAt(invoice, 'number'))} ${String(valueAt(invoice, 'status'))}`;
    },
  },
  {
    title: 'Enter its payment',
    who: 'staff',
    method: 'POST',
    path: ({ invoiceId }) => `/admin-api/invoices/${invoiceId}/paid`,
    body: () => ({}),
    expected: 200,
    read: ({ body }) => statusIs(valueAt(body, 'status'), 'paid'),
  },
  command('Ask for material', 'NEEDS_MATERIAL', ['processing', material]),
  parcel('Register its parcel', 'arrived', { content: parcelContent, sender: 'Receiving of the customer' }),
  parcel('Count it', 'counted', { counts: [2] }),
  command('Accept the material', 'MATERIAL_ACCEPTED', [material, 'prototyping']),
  command('Finish the build', 'BUILD_DONE', ['prototyping', 'testing']),
  {
    title: 'Begin the upload of a report',
    who: 'staff',
    method: 'POST',
    path: () => '/uploads',
    headers: { ...tus, 'upload-length': String(report.length), 'upload-metadata': metadataOf('report.pdf', report) },
    expected: 201,
    read: ({ location }, life) => {
      life.uploadId = location.split('/').at(-1) ?? '';
      return 'begun';
    },
  },
  {
    title: 'Send its bytes',
    who: 'staff',
    method: 'PATCH',
    path: ({ uploadId }) => `/uploads/${uploadId}`,
    body: () => report,
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    expected: 204,
    read: () => `${report.length} bytes`,
  },
  {
    title: 'Add the report to the order',
    who: 'staff',
    method: 'POST',
    path: ({ orderId }) => `/admin-api/po_orders/orders/${orderId}/test_reports`,
    body: ({ uploadId }) => ({ upload_id: uploadId, title: 'Report of all tests' }),
    expected: 201,
    read: ({ body }, life) => {
      life.reportId = String(valueAt(body, 'items.0.id'));
      return 'added';
    },
  },
  {
    title: 'Publish the report',
    who: 'staff',
    method: 'POST',
    path: ({ orderId }) => `/admin-api/po_orders/orders/${orderId}/test_reports/publish`,
    body: ({ reportId }) => ({ report_ids: [reportId] }),
    expected: 200,
    read: () => 'published',
  },
  command('Publish the results', 'RESULTS_PUBLISHED', ['testing', 'done']),
  command('Ship the cells', 'SHIP', ['done', 'shipped'], { shipment }),
  push('Confirm the receipt', 'CONFIRM_RECEIPT', ['shipped', 'delivered']),
];

function priceIn({ body }: Reply, life: Life): string {
  life.quoteHash = String(valueAt(body, 'quote_hash'));
  const total = Number(valueAt(body, 'total')) / 100;
  return `${total.toFixed(2)} ${String(valueAt(body, 'currency'))}`;
}
