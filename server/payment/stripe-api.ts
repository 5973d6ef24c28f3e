import { Refusal } from '#domain/ground/errors.ts';
import type { StripeSettings } from '../ground/config.ts';
import { limitedReply } from '../limits/limited-reply.ts';
import type { Log } from '../ground/log.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { MB, SECOND } from '#domain/ground/units.ts';

const paymentTimeoutMs = 20 * SECOND;
/** Maximum number of bytes read of a reply of the payment provider. */
export const paymentAnswerBytes = 1 * MB;
/** Circuit breaker: after this many failed calls in a row, calls pause for `paymentPauseMs`; then one call probes. */
export const paymentFailures = 5;
export const paymentPauseMs = 30 * SECOND;

/** Client of Stripe's HTTP API: sends forms, receives JSON. */
export interface StripeApi {
  /** Sends a write. @param key idempotency key: the provider executes it once */
  post(path: string, form: FormBody, key: string): Promise<Record<string, unknown>>;
  /** Deletes a resource; succeeds also when it is gone already. */
  delete(path: string): Promise<void>;
}

type FormValue = string | number | boolean | FormBody | FormBody[];
interface FormBody {
  [name: string]: FormValue;
}

type CallInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** Version of the API whose fields we read. */
const version = '2024-06-20';

export function stripeApi({ key, apiUrl }: Pick<StripeSettings, 'key' | 'apiUrl'>, log: Log): StripeApi {
  const breaker = breakerOf(apiUrl, log);

  function call(path: string, init: CallInit, isFine = 200): Promise<Record<string, unknown>> {
    return breaker.run(
      () => callNow(path, init, isFine),
      (error) => error instanceof Refusal && error.code === 'PAYMENT_AWAY',
    );
  }

  async function callNow(path: string, init: CallInit, isFine: number) {
    const { response, body } = await reach(`${apiUrl}/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'stripe-version': version, ...init.headers },
      redirect: 'error',
      // The signal ends the reading of the reply too.
      signal: AbortSignal.timeout(paymentTimeoutMs),
    });
    const isDone = response.ok || response.status === isFine;
    if (isDone && typeof body === 'object' && body !== null) return body as Record<string, unknown>;
    // The provider's message may quote user input, so only its code is logged.
    log.warn({ path, status: response.status, code: codeOf(body) }, 'the payment provider refused a call');
    throw new Refusal(response.status >= 500 || response.status === 429 ? 'PAYMENT_AWAY' : 'UNAVAILABLE');
  }

  async function reach(url: string, init: RequestInit): Promise<{ response: Response; body: unknown }> {
    try {
      const response = limitedReply(await fetch(url, init), paymentAnswerBytes);
      return { response, body: await readJson(response) };
    } catch (error) {
      log.warn({ err: error }, 'the payment provider could not be reached');
      throw new Refusal('PAYMENT_AWAY');
    }
  }

  return {
    post: (path, form, idempotencyKey) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': idempotencyKey },
        body: new URLSearchParams(pairsOf(form)).toString(),
      }),
    async delete(path) {
      await call(path, { method: 'DELETE' }, 404);
    },
  };
}

const breakers = new Map<string, CircuitBreaker>();

/** Returns the breaker that all clients of this provider in this process share. */
function breakerOf(apiUrl: string, log: Log): CircuitBreaker {
  const known = breakers.get(apiUrl);
  if (known !== undefined) return known;
  const breaker = new CircuitBreaker({
    failures: paymentFailures,
    pauseMs: paymentPauseMs,
    refusal: () => new Refusal('PAYMENT_AWAY', { retryAfterMs: paymentPauseMs }),
    onOpen: () => log.warn('the payment provider keeps failing and is left alone for a while'),
    now: () => performance.now(),
  });
  breakers.set(apiUrl, breaker);
  return breaker;
}

/** Encodes nested members as `a[b][0][c]`. */
function pairsOf(form: FormBody | FormBody[], prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]): [string, string][] => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    return typeof value === 'object' ? pairsOf(value, path) : [[path, String(value)]];
  });
}

function codeOf(body: unknown): unknown {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** Returns the JSON of a reply; undefined when it is not JSON. @throws what the network throws */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
