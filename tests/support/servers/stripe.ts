import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A fake Stripe with the calls we use: checkout sessions with a payment page, payment intents, ending subscriptions,
 * idempotency keys, and signed webhooks.
 */
export interface StripeStandIn {
  url: string;
  /** Settings of a server that uses it. */
  env: Record<string, string>;
  /** The received calls, in order. */
  calls: { method: string; path: string; form: Record<string, string>; key: string | undefined }[];
  /** Sets the origin that webhooks are sent to. */
  tell: (origin: string) => void;
  /** Sends one event as Stripe would. */
  send(event: object, options?: { secret?: string; at?: number }): Promise<number>;
  /** Pays on the page of this session and sends all resulting events. @returns the provider's subscription id */
  pay(sessionId: string): Promise<string>;
  /** Makes every call fail, or succeed again. */
  fail: (fails: boolean) => void;
  close(): Promise<void>;
}

const key = 'sk_test_stand_in';
const secret = 'whsec_stand_in';

interface Session {
  id: string;
  form: Record<string, string>;
}

export async function startStripe(): Promise<StripeStandIn> {
  const calls: StripeStandIn['calls'] = [];
  const answers = new Map<string, unknown>();
  const sessions = new Map<string, Session>();
  let origin = '';
  let fails = false;
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
    const session = sessions.get(/^\/page\/(\w+)$/.exec(path)?.[1] ?? '');
    if (session !== undefined) return await page(request, response, session);
    const name = request.headers['idempotency-key'];
    calls.push({ method: request.method ?? '', path, form, key: typeof name === 'string' ? name : undefined });
    if (request.headers.authorization !== `Bearer ${key}`) return json(response, 401, { error: { code: 'key' } });
    if (fails) return json(response, 500, { error: { code: 'api_error' } });
    const known = typeof name === 'string' ? answers.get(name) : undefined;
    const answer = known ?? answerTo(request.method ?? '', path, form);
    if (typeof name === 'string') answers.set(name, answer);
    json(response, answer === undefined ? 404 : 200, answer ?? { error: { code: 'resource_missing' } });
  }

  function answerTo(method: string, path: string, form: Record<string, string>): unknown {
    if (path === '/v1/checkout/sessions') {
      const id = `cs${randomUUID().replaceAll('-', '')}`;
      sessions.set(id, { id, form });
      return { id, url: `http://${host}/page/${id}` };
    }
    if (path === '/v1/payment_intents') {
      const id = `pi_${randomUUID()}`;
      return { id, client_secret: `${id}_secret`, amount: Number(form['amount']) };
    }
    if (path.startsWith('/v1/subscriptions/sub_')) return { id: path.split('/').at(-1), method };
    return undefined;
  }

  async function page(request: IncomingMessage, response: ServerResponse, session: Session): Promise<void> {
    if (request.method === 'POST') {
      await pay(session.id);
      response.writeHead(303, { location: session.form['success_url'] ?? '/' }).end();
      return;
    }
    const amount = Number(session.form['line_items[0][price_data][unit_amount]']) / 100;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><title>Pay</title><h1>Card payment</h1><form method="post"><button>Pay ${amount}</button></form>`,
      );
  }

  async function send(event: object, { secret: by = secret, at = Date.now() / 1000 } = {}): Promise<number> {
    const body = JSON.stringify(event);
    const t = Math.floor(at);
    const signed = createHmac('sha256', by).update(`${t}.${body}`).digest('hex');
    const response = await fetch(`${origin}/api/v1/subscriptions/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${signed}` },
      body,
    });
    await response.body?.cancel();
    return response.status;
  }

  async function pay(sessionId: string): Promise<string> {
    const session = sessions.get(sessionId);
    if (session === undefined) throw new Error(`no session ${sessionId}`);
    const own = session.form['client_reference_id'] ?? '';
    const ref = `sub_${randomUUID()}`;
    const now = Math.floor(Date.now() / 1000);
    const amount = Number(session.form['line_items[0][price_data][unit_amount]']);
    const currency = session.form['line_items[0][price_data][currency]'] ?? '';
    const completed = { id: sessionId, client_reference_id: own, subscription: ref, amount_total: amount, currency };
    await send(stateChanged(ref, own, 'active', { at: now, amount, currency }));
    await send({
      id: `evt_${randomUUID()}`,
      type: 'checkout.session.completed',
      created: now,
      data: { object: completed },
    });
    await send(paid(ref, own, amount, now, currency));
    return ref;
  }

  return {
    url: `http://${host}`,
    env: {
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_API_URL: `http://${host}`,
      STRIPE_CHECKOUT_HOSTS: host,
    },
    calls,
    tell: (to) => (origin = to),
    fail: (now) => (fails = now),
    send,
    pay,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const monthSeconds = 30 * 86_400;

/**
 * An event with the state of a subscription.
 * @param at seconds since 1970
 */
export function stateChanged(
  ref: string,
  ownId: string,
  status: string,
  about: {
    at: number;
    id?: string;
    until?: number;
    ends?: boolean;
    type?: string;
    /** Default: the price of `professional`. */
    amount?: number;
    currency?: string;
    every?: { interval: string; interval_count?: number };
  },
): object {
  return {
    id: about.id ?? `evt_${randomUUID()}`,
    type: about.type ?? 'customer.subscription.updated',
    created: about.at,
    data: {
      object: {
        id: ref,
        status,
        current_period_end: about.until ?? about.at + monthSeconds,
        cancel_at_period_end: about.ends ?? false,
        items: {
          data: [
            {
              quantity: 1,
              price: {
                unit_amount: about.amount ?? 24_900,
                currency: about.currency ?? 'eur',
                recurring: about.every ?? { interval: 'month', interval_count: 1 },
              },
            },
          ],
        },
        metadata: { subscription_id: ownId },
      },
    },
  };
}

/** An event for a paid invoice. */
export function paid(ref: string, ownId: string, amount: number, at: number, currency = 'eur'): object {
  return {
    id: `evt_${randomUUID()}`,
    type: 'invoice.paid',
    created: at,
    data: {
      object: {
        id: `in_${randomUUID()}`,
        subscription: ref,
        amount_paid: amount,
        currency,
        subscription_details: { metadata: { subscription_id: ownId } },
        lines: { data: [{ period: { start: at, end: at + monthSeconds } }] },
      },
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
