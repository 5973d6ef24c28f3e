import { randomUUID } from 'node:crypto';
import { commandTable, type CommandArgs, type CommandType, orderRoomIdOf } from '#domain/commands.ts';
import { docHashOf } from '#domain/order/doc-hash.ts';
import type { Shipment } from '#domain/order/goods.ts';
import type { OrderDoc, OrderStatus } from '#domain/order/order.ts';
import { exampleRateCard } from '#domain/order/rate-card.ts';
import { quoteOf } from '#domain/order/price.ts';
import { demoOrders } from '../server/demo/orders.ts';
import { demoId, demoPassword } from '../server/demo/users.ts';

/** Creates the content of the screenshots on a running server: a few orders in progress and today's conversations. */

interface Line {
  who: string;
  text: string;
  file?: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };
}

const usual: [who: string, event: string, from: OrderStatus][] = [
  ['expert', 'START_REVIEW', 'submitted'],
  ['expert', 'APPROVE', 'reviewing'],
  ['engineer', 'ACCEPT_QUOTE', 'reviewed'],
  ['admin', 'INVOICE_PAID', 'awaiting_payment'],
  ['expert', 'START_BUILD', 'processing'],
  ['expert', 'BUILD_DONE', 'prototyping'],
  ['expert', 'SHIP', 'testing'],
  ['engineer', 'CONFIRM_RECEIPT', 'shipped'],
];

const shipment: Shipment = {
  carrier: 'dhl',
  tracking: 'JD014600003',
  mode: 'road',
  flags: ['SP310'],
  soc: 30,
  ticks: [],
};

/** Number of the `usual` transitions that each order has made; -1 is a draft. */
const orders: { title: string; quantity: number; steps: number }[] = [
  { title: 'Baseline 21700, graphite', quantity: 36, steps: 8 },
  { title: 'Separator comparison, 12 µm', quantity: 28, steps: 7 },
  { title: 'Electrolyte with 5 % FEC', quantity: 20, steps: 6 },
  { title: 'Thicker cathode, 25 mg/cm²', quantity: 24, steps: 5 },
  { title: 'Low-temperature cells', quantity: 40, steps: 2 },
  { title: 'Second geometry, 3.5 mm shaft', quantity: 20, steps: 0 },
  { title: 'Silicon anode, pilot', quantity: 24, steps: -1 },
];

const expertConversation = (plot: Uint8Array<ArrayBuffer>): Line[] => [
  { who: 'engineer', text: 'Cell 14 of the silicon batch lost 2.3 % over the weekend. All others are fine.' },
  { who: 'engineer', text: 'Clamp or self-discharge? It sat at 45 °C the whole time.' },
  {
    who: 'expert',
    text: 'Good that you asked before cycling it. I checked the log: the clamp current was steady, so it is the cell.',
  },
  {
    who: 'expert',
    text: 'Here it is beside its neighbors. The step at cycle 112 is the pause of the chamber, not aging.',
    file: { name: 'capacity-cell-14.png', type: 'image/png', bytes: plot },
  },
  { who: 'engineer', text: 'Understood. Should I leave it out of the RPT?' },
  {
    who: 'expert',
    text: 'Yes, leave it at 30 % SOC and send it back with the next box. We open it here and tell you what we see.',
  },
  { who: 'engineer', text: 'Thanks. It goes out tomorrow with the other two.' },
];

const orderConversation: Line[] = [
  { who: 'expert', text: 'All 24 cells passed goods-in. Lowest open-circuit voltage is 3.47\u00a0V.' },
  { who: 'engineer', text: 'Great. Could the RPT run at 30\u00a0°C? Our own data is at that temperature.' },
  { who: 'expert', text: 'Yes. That is another chamber; it is free from Wednesday, so results come on Tuesday.' },
  { who: 'engineer', text: 'Wednesday works. Please add DC-IR pulses of 10 s at 80 and 50 % SOC.' },
  { who: 'expert', text: 'Added. The price does not change: the pulses fit into the program.' },
];

/** Conversations about orders. The last one created is at the top of the list. */
const orderConversations: { title: string; lines: Line[] }[] = [
  {
    title: 'Separator comparison, 12 µm',
    lines: [{ who: 'expert', text: 'Your 28 cells left this morning. They arrive on Thursday.' }],
  },
  {
    title: 'Low-temperature cells',
    lines: [
      { who: 'expert', text: 'Reviewed and priced. The coating width is 200 mm, so 40 m is enough.' },
      { who: 'engineer', text: 'I will look at it this afternoon.' },
    ],
  },
  { title: 'Thicker cathode, 25 mg/cm²', lines: orderConversation },
];

/** Creates the orders and conversations. @param plot a PNG that an expert sends */
export async function createDemoContent(url: string, plot: Uint8Array<ArrayBuffer>): Promise<void> {
  const send = await signedIn(url, ['engineer', 'customer', 'colleague', 'expert', 'admin']);
  const made = new Map<string, string>();
  for (const order of orders) made.set(order.title, await make(send, order));
  for (const { title, lines } of orderConversations) {
    await writeConversation(send, orderRoomIdOf(made.get(title) ?? ''), lines);
  }
  await writeConversation(send, demoId('colleague-expert'), [
    {
      who: 'colleague',
      text: 'The coating at the tab looks thinner, 71 µm instead of 75. Is that still fine for the pilot?',
    },
  ]);
  await writeConversation(send, demoId('customer-expert'), [
    { who: 'customer', text: 'Our purchasing asks for the delivery date. Is the end of the month realistic?' },
    { who: 'customer', text: 'We would take the first 12 cells earlier if that helps.' },
  ]);
  await writeConversation(send, demoId('engineer-expert'), expertConversation(plot));
  await send.post('engineer', demoId('engineer-expert'), {
    who: 'engineer',
    text: 'One more thing: does the box need the SP 310 label?',
  });
}

/** Changes the number of cells of a draft as the engineer would on another device. */
export async function changeQuantity(url: string, orderId: string, quantity: number): Promise<void> {
  const token = await tokenOf(url, 'engineer');
  const { order } = await load(url, orderId, token);
  const body = { id: orderId, version: order.version, data: { ...order.data, quantity } };
  await call(url, '/po_system/orders/save', body, token);
}

async function load(url: string, orderId: string, token: string): Promise<LoadedOrder> {
  const reply = await fetch(`${url}/api/v1/po_system/orders/${orderId}/load`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!reply.ok) throw new Error(`${orderId} could not be loaded: ${reply.status} ${await reply.text()}`);
  const loaded: LoadedOrder = await reply.json();
  return loaded;
}

interface LoadedOrder {
  order: { version: number; data: OrderDoc };
}

interface Users {
  command<T extends CommandType>(who: string, type: T, args: CommandArgs<T>): Promise<void>;
  post(who: string, roomId: string, line: Line): Promise<void>;
}

async function make(users: Users, { title, quantity, steps }: (typeof orders)[number]): Promise<string> {
  const orderId = randomUUID();
  const doc: OrderDoc = { ...demoOrders[0]?.doc, title, quantity };
  const changes = Object.entries(doc).map(([path, value]) => ({ path, value, base: null }));
  await users.command('engineer', 'order.patch', { orderId, changes });
  if (steps < 0) return orderId;
  await users.command('engineer', 'order.place', {
    orderId,
    docHash: docHashOf(doc),
    quoteHash: quoteOf(doc, exampleRateCard).hash,
  });
  for (const [who, event, expectStatus] of usual.slice(0, steps)) {
    const more = event === 'SHIP' ? { shipment } : {};
    await users.command(who, 'order.transition', { orderId, event, expectStatus, ...more });
  }
  return orderId;
}

async function writeConversation(users: Users, roomId: string, lines: Line[]): Promise<void> {
  for (const line of lines) await users.post(line.who, roomId, line);
  for (const who of new Set(lines.map((line) => line.who))) {
    await users.command(who, 'read.mark', { roomId, upTo: 1_000_000 });
  }
}

/** Signs all users in. @returns functions that act as one of them */
async function signedIn(url: string, names: string[]): Promise<Users> {
  const tokens = new Map<string, string>();
  for (const name of names) tokens.set(name, await tokenOf(url, name));
  const command: Users['command'] = async (who, type, args) => {
    const commands = [{ cmdId: randomUUID(), n: 0, type, v: commandTable[type].v, args }];
    const body = { protocol: 1, clientId: randomUUID(), actor: demoId(who), commands };
    const { results } = await call(url, '/sync/push', body, tokens.get(who));
    const text = JSON.stringify(results);
    if (!text.includes('"s":"ok"')) throw new Error(`${who} could not ${type}: ${text}`);
  };
  return {
    command,
    async post(who, roomId, { text, file }) {
      if (file === undefined) return await command(who, 'chat.send', { roomId, content: text, files: [] });
      const form = new FormData();
      form.append('content', text);
      form.append('roomId', roomId);
      form.append('files', new File([file.bytes], file.name, { type: file.type }));
      const headers = { authorization: `Bearer ${tokens.get(who)}`, 'idempotency-key': randomUUID() };
      const reply = await fetch(`${url}/api/v1/po-chats/rooms/${roomId}/messages`, {
        method: 'POST',
        headers,
        body: form,
      });
      if (!reply.ok) throw new Error(`${who} could not send ${file.name}: ${await reply.text()}`);
    },
  };
}

async function tokenOf(url: string, name: string): Promise<string> {
  const { accessToken } = await call(url, '/auth/login', { email: `${name}@demo.vfp`, password: demoPassword });
  return String(accessToken);
}

async function call(url: string, path: string, body: unknown, token?: string): Promise<Record<string, unknown>> {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'x-device-id': 'b'.repeat(64),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  const answer: Record<string, unknown> = await reply.json();
  return answer;
}
