import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Event, is } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { canonicalJson, type Json } from '#domain/ground/json.ts';
import { writerOf } from '#domain/order/life/colleagues.ts';
import type { Order, OrderDoc } from '#domain/order/data/order.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { shareOrder } from '../../../src/order/calls/order-share.ts';
import { Device } from '../../support/devices/device.ts';
import { patience } from '../../support/patience.ts';
import { storedOrder } from '../../support/orders/reviewing.ts';
import { provideServer } from '../../support/servers/server.ts';
import { newId } from '../../support/users.ts';
import { isWhole } from '../../support/whole.ts';

/**
 * One draft, written on three devices that are often offline, of its owner alone or also of a colleague: it never becomes
 * what nobody has typed.
 */

const server = await provideServer({ env: { QUOTA_FACTOR: '1000' } });

const [lower, upper] = ['tests/a/lowerVoltage', 'tests/a/upperVoltage'];

/** Few values, so that devices often type the same one. The voltages of a test belong together. */
const choices: Record<string, readonly Json[]> = {
  quantity: [10, 11, 12],
  format: ['21700', '18650', null],
  [lower]: [2.5, 2.8],
  [upper]: [4.1, 4.2, null],
};

const which = fc.constantFrom(0, 1, 2);
const field = fc
  .constantFrom(...Object.keys(choices))
  .chain((path) => fc.record({ path: fc.constant(path), value: fc.constantFrom(...(choices[path] ?? [])) }));

type Deed =
  | { does: 'types'; on: number; fields: { path: string; value: Json }[] }
  | { does: 'syncs' | 'sends in vain' | 'sends unheard' | 'starts again'; on: number };

const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('types' as const),
      on: which,
      fields: fc.uniqueArray(field, { selector: ({ path }) => path, minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('syncs' as const), on: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('sends in vain' as const, 'sends unheard' as const, 'starts again' as const),
      on: which,
    }),
  },
);

/** What was typed, and what its writers saw when they typed it. */
class Notes {
  readonly orderId = newId();
  readonly #typed = new Set<string>();
  readonly #typedBy = new Set<string>();
  readonly #windows = new Set<string>([windowIn({})]);
  readonly #seen = new Set<string>();

  async type(device: Device, fields: { path: string; value: Json }[]): Promise<void> {
    const { orderId } = this;
    const before = (await device.order(orderId))?.doc ?? {};
    const cmdId = await patchOrder(device.ctx, { orderId, changes: fields });
    for (const { path, value } of fields) {
      this.#typed.add(canonicalJson([path, value]));
      this.#typedBy.add(canonicalJson([device.me.id, path, value]));
      this.#seen.add(canonicalJson([cmdId, path, before[path] ?? null]));
    }
    this.#windows.add(windowIn((await device.order(orderId))?.doc ?? {}));
  }

  /** Returns what is wrong with an order and its events. */
  problems(order: Order, events: readonly Event[]): string[] {
    const strange = Object.entries(order.doc).filter((entry) => !this.#typed.has(canonicalJson(entry)));
    const mixed = this.#windows.has(windowIn(order.doc)) ? [] : [`nobody typed the window ${windowIn(order.doc)}`];
    return [
      ...strange.map((entry) => `nobody typed ${canonicalJson(entry)}`),
      ...mixed,
      ...this.#misnamed(order),
      ...this.#overwritten(events),
    ];
  }

  /** Returns the values that are shown as written by a user who has not typed them, also those in conflict. */
  #misnamed(order: Order): string[] {
    const named = [
      ...Object.entries(order.doc).map(([path, value]) => [writerOf(order, path) ?? null, path, value]),
      ...order.conflicts.map(({ by, path, mine }) => [by, path, mine]),
    ];
    return named
      .filter((each) => !this.#typedBy.has(canonicalJson(each)))
      .map((each) => `not typed by who is named: ${canonicalJson(each)}`);
  }

  /** Returns the values that somebody replaced who had not seen them. */
  #overwritten(events: readonly Event[]): string[] {
    const doc: OrderDoc = {};
    const problems: string[] = [];
    for (const event of events) {
      if (!is(event, 'order.patched')) continue;
      for (const { path, value, ver } of event.data.changes) {
        const old = doc[path] ?? null;
        const isChange = canonicalJson(old) !== canonicalJson(value);
        if (isChange && !this.#seen.has(canonicalJson([ver, path, old])))
          problems.push(`${path}: ${canonicalJson(old)} was overwritten unseen by ${canonicalJson(value)}`);
        if (value === null) delete doc[path];
        else doc[path] = value;
      }
    }
    return problems;
  }
}

const windowIn = (doc: OrderDoc): string => canonicalJson([doc[lower] ?? null, doc[upper] ?? null]);

async function happen(devices: readonly Device[], notes: Notes, deed: Deed): Promise<void> {
  const device = devices[deed.on];
  if (device === undefined) return;
  if (deed.does === 'types') return await notes.type(device, deed.fields);
  if (deed.does === 'starts again') return await device.restart();
  if (deed.does === 'syncs') return await device.sync();
  if (deed.does === 'sends in vain') device.network.loseRequests(/push/);
  else device.network.loseReplies(/push/);
  await device.send();
  device.network.calm();
}

/** Lets everything arrive everywhere. @returns the order and its events */
async function settled(devices: readonly Device[], orderId: string): Promise<{ order: Order; events: Event[] }> {
  for (const device of [...devices, ...devices]) {
    // A call that has failed is repeated after a pause.
    device.pass(600_000);
    await device.sync();
  }
  const { rows: events } = await sql<Event>`
    select stream, sseq, type, v, data, cmd_id as "cmdId" from events
     where stream = ${`order:${orderId}`} order by sseq`.execute(server.db);
  return { order: await storedOrder(server, orderId), events };
}

/** @param isShared whether the device in the middle is a colleague's, with whom the draft is shared */
async function tell(story: readonly Deed[], isShared = false): Promise<string[]> {
  const owner = await server.signIn('engineer');
  const other = isShared ? await server.signIn('colleague') : owner;
  const devices = [
    await Device.open(server, owner),
    await Device.open(server, other),
    await Device.open(server, owner),
  ] as const;
  const notes = new Notes();
  try {
    await notes.type(devices[0], [{ path: 'quantity', value: 10 }]);
    if (isShared) {
      await shareOrder(devices[0].ctx, { orderId: notes.orderId, userIds: [other.user.id] });
      for (const device of devices) await device.sync();
    }
    for (const deed of story) await happen(devices, notes, deed);
    const { order, events } = await settled(devices, notes.orderId);
    expect(await Promise.all(devices.map((device) => device.waiting()))).toEqual([[], [], []]);
    for (const device of devices) expect(await device.db.orders.get(notes.orderId)).toEqual(order);
    expect(events.reduce<Order | undefined>(foldOrder, undefined)).toEqual(order);
    return notes.problems(order, events);
  } finally {
    for (const device of devices) device.close();
  }
}

test(
  'whatever I type on three devices without a network, no field ends as what nobody typed, and nothing is overwritten unseen',
  { timeout: patience.histories },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 4, maxLength: 16 }), async (story) => {
        expect(await tell(story)).toEqual([]);
      }),
      { numRuns: isWhole ? 40 : 12, endOnFailure: true },
    );
  },
);

test(
  'whatever my colleague and I type on three devices without a network, no field ends as what nobody typed, and each has the name of who typed it',
  { timeout: patience.histories },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 4, maxLength: 16 }), async (story) => {
        expect(await tell(story, true)).toEqual([]);
      }),
      { numRuns: isWhole ? 40 : 12, endOnFailure: true },
    );
  },
);

test('a voltage that I type again after an equal one of another device does not overwrite the other end of its window', async () => {
  const story: Deed[] = [
    { does: 'syncs', on: 0 },
    { does: 'syncs', on: 1 },
    { does: 'types', on: 1, fields: [{ path: upper, value: 4.2 }] },
    // The first change may have arrived, so the next is a command of its own.
    { does: 'sends in vain', on: 1 },
    { does: 'types', on: 1, fields: [{ path: lower, value: 2.8 }] },
    {
      does: 'types',
      on: 0,
      fields: [
        { path: upper, value: 4.2 },
        { path: lower, value: 2.5 },
      ],
    },
    { does: 'syncs', on: 0 },
  ];
  expect(await tell(story)).toEqual([]);
});
