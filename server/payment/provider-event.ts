import type { SubscriptionStatus } from './store/subscriptions.ts';
import type { Charge } from './charge-differences.ts';

/** Parses events of Stripe. All fields are validated, and unknown types are ignored. */

interface EventHead {
  id: string;
  type: string;
  /** Time by the provider's clock, which alone orders events. */
  at: Date;
  /** Our subscription's id, if the provider has it. */
  subscriptionId: string | undefined;
}

export type ProviderEvent = EventHead &
  (
    | { kind: 'opened'; ref: string | undefined; charge: Charge }
    | {
        kind: 'state';
        ref: string;
        status: SubscriptionStatus;
        until: Date | null;
        endsWithPeriod: boolean;
        /** The charge from now on. */
        charge: Charge;
      }
    | {
        kind: 'paid';
        ref: string | undefined;
        paymentRef: string;
        charge: Charge;
        period: { start: Date; end: Date } | undefined;
      }
  );

/** Our status by the provider's status. */
const statuses: Record<string, SubscriptionStatus> = {
  trialing: 'trailing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
  incomplete: 'pending',
};

/** Parses an event. @returns undefined for types that have no effect here, and for incomplete events */
export function readEvent(received: unknown): ProviderEvent | undefined {
  const event = thing(received);
  const type = text(event['type']);
  const id = text(event['id']);
  const created = moment(event['created']);
  const object = thing(thing(event['data'])['object']);
  const read = type !== undefined && Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (id === undefined || type === undefined || created === null || read === undefined) return undefined;
  return read(object, { id, type, at: created, subscriptionId: ownId(object) });
}

type Thing = Record<string, unknown>;
type ReadObject = (object: Thing, about: EventHead) => ProviderEvent | undefined;

const readState: ReadObject = (object, about) => {
  const ref = text(object['id']);
  const status = about.type === 'customer.subscription.deleted' ? 'cancelled' : statuses[text(object['status']) ?? ''];
  if (ref === undefined || status === undefined) return undefined;
  const items = list(thing(object['items'])['data']).map(thing);
  const until = moment(object['current_period_end']) ?? moment(items[0]?.['current_period_end']);
  const endsWithPeriod = object['cancel_at_period_end'] === true;
  return { ...about, kind: 'state', ref, status, until, endsWithPeriod, charge: chargeOf(items) };
};

/** Returns the total charge of a subscription's items; undefined where values are missing or differ. */
function chargeOf(items: Thing[]): Charge {
  const prices: Thing[] = items.map((item) => ({ ...thing(item['price']), quantity: item['quantity'] ?? 1 }));
  const amounts = prices.map(({ unit_amount: each, quantity }) => [Number(each), Number(quantity)] as const);
  // A negative item could hide what another one adds.
  const isStated = amounts.length > 0 && amounts.every(([each, quantity]) => each >= 0 && quantity >= 0);
  const amount = isStated ? whole(amounts.reduce((sum, [each, quantity]) => sum + each * quantity, 0)) : undefined;
  return {
    amount,
    currency: only(prices.map(({ currency }) => text(currency))),
    every: only(prices.map(({ recurring }) => everyOf(thing(recurring)))) ?? 'interval that is not stated',
  };
}

function everyOf({ interval, interval_count: count }: Thing): string | undefined {
  const name = text(interval);
  return name === undefined || count === undefined || count === 1 ? name : `${Number(count)} ${name}s`;
}

/** Returns the interval of an invoice line; some versions of the provider's API omit it. */
function everyOfLine({ price, plan }: Thing): string | undefined {
  return everyOf(thing(thing(price)['recurring'])) ?? everyOf(thing(plan));
}

/** Returns the common value; if they differ, all of them joined, which matches no order. */
function only(values: (string | undefined)[]): string | undefined {
  const different = [...new Set(values)];
  return different.length > 1 ? different.join(' and ') : different[0];
}

const readers: Record<string, ReadObject> = {
  'customer.subscription.created': readState,
  'customer.subscription.updated': readState,
  'customer.subscription.deleted': readState,
  'checkout.session.completed': (object, about) => ({
    ...about,
    kind: 'opened',
    ref: text(object['subscription']),
    charge: { amount: whole(object['amount_total']), currency: text(object['currency']) },
  }),
  'invoice.paid': (object, about) => {
    const paymentRef = text(object['id']);
    const ref = text(object['subscription']);
    const amount = Number(object['amount_paid']);
    if (paymentRef === undefined || ref === undefined || !(amount > 0)) return undefined;
    const lines = list(thing(object['lines'])['data']).map(thing);
    const every = only(lines.flatMap((line) => everyOfLine(line) ?? []));
    const charge = { amount: whole(amount), currency: text(object['currency']), every };
    return { ...about, kind: 'paid', ref, paymentRef, charge, period: periodOf(lines) };
  },
  'payment_intent.succeeded': (object, about) => {
    const paymentRef = text(object['id']);
    // A payment of one of the provider's invoices is reported by that invoice.
    if (paymentRef === undefined || text(object['invoice']) !== undefined) return undefined;
    const charge = { amount: whole(object['amount_received']), currency: text(object['currency']) };
    return { ...about, kind: 'paid', ref: undefined, paymentRef, charge, period: undefined };
  },
};

const ids = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns our id: the reference of a checkout, elsewhere from our metadata. */
function ownId(object: Thing): string | undefined {
  const details = thing(thing(object['subscription_details'])['metadata']);
  const id =
    text(object['client_reference_id']) ??
    text(thing(object['metadata'])['subscription_id']) ??
    text(details['subscription_id']);
  return id !== undefined && ids.test(id) ? id : undefined;
}

/** Returns the period of an invoice's lines; undefined where they have none. */
function periodOf(lines: Thing[]): { start: Date; end: Date } | undefined {
  const times = lines.flatMap(({ period }) => {
    const [start, end] = [moment(thing(period)['start']), moment(thing(period)['end'])];
    return start === null || end === null || end <= start ? [] : [{ start: start.getTime(), end: end.getTime() }];
  });
  if (times.length === 0) return undefined;
  return {
    start: new Date(Math.min(...times.map(({ start }) => start))),
    end: new Date(Math.max(...times.map(({ end }) => end))),
  };
}

function thing(value: unknown): Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Thing) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function whole(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** The year 2100 in seconds since 1970: later times are invalid. */
const lastMoment = 4_102_444_800;

/** Converts seconds since 1970. */
function moment(value: unknown): Date | null {
  return typeof value === 'number' && value > 0 && value < lastMoment ? new Date(value * 1000) : null;
}
