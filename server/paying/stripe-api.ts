import { Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import type { StripeSettings } from '../config.ts';
import type { Log } from '../store/log.ts';

/** The HTTP API of Stripe, as far as we call it: forms go out, JSON comes back. */
export interface StripeApi {
  /** @param key names the write: the provider carries it out once, however often it is sent */
  post(path: string, form: Form, key: string): Promise<Record<string, unknown>>;
  /** Also when it is gone already. */
  delete(path: string): Promise<void>;
}

type FormValue = string | number | boolean | Form | Form[];
interface Form {
  [name: string]: FormValue;
}

type CallInit = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** The version of the API whose fields we read. */
const version = '2024-06-20';

export function stripeApi({ key, apiUrl }: Pick<StripeSettings, 'key' | 'apiUrl'>, log: Log): StripeApi {
  async function call(path: string, init: CallInit, isFine = 200) {
    const response = await reach(`${apiUrl}/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'stripe-version': version, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(limits.paymentTimeoutMs),
    });
    const body: unknown = await response.json().catch(() => undefined);
    const isDone = response.ok || response.status === isFine;
    if (isDone && typeof body === 'object' && body !== null) return body as Record<string, unknown>;
    // What the provider says may quote what people typed: only its kind is logged.
    log.warn({ path, status: response.status, code: codeOf(body) }, 'the payment provider refused a call');
    throw new Refusal('UNAVAILABLE');
  }

  async function reach(url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, init);
    } catch (error) {
      log.warn({ err: error }, 'the payment provider could not be reached');
      throw new Refusal('UNAVAILABLE');
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

/** Members inside members as `a[b][0][c]`. */
function pairsOf(form: Form | Form[], prefix = ''): [string, string][] {
  return Object.entries(form).flatMap(([name, value]): [string, string][] => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    return typeof value === 'object' ? pairsOf(value, path) : [[path, String(value)]];
  });
}

function codeOf(body: unknown): unknown {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
