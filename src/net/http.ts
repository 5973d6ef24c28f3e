import { apiHeader } from '#domain/ground/wire/api-header.ts';
import type { ErrorBody } from '#domain/ground/errors.ts';
import { retryStatuses } from '#domain/ground/retry-statuses.ts';
import { networkFailures, Refused, SignedOut, Unreachable, type NetworkFailure } from './errors.ts';
import { Silence } from './http-silence.ts';
import { setServerDate } from './server-clock.ts';
import { httpTimeoutMs } from './deadlines.ts';

/** A call to our API: a path below `/api/v1` (or a full `/api/...` path), with a JSON body or a form. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  /** Longest time until the reply is complete; see `deadlines.ts`. */
  timeoutMs?: number;
  /** Longest silence of the reply, instead of a longest time. */
  silenceMs?: number;
  signal?: AbortSignal;
}

/** HTTP client of one session: it adds the token and the fingerprint. */
export interface Api {
  /** Returns the JSON of the reply. @throws Unreachable, Refused or SignedOut */
  json<T>(call: Call): Promise<T>;
  /** Returns the reply itself, for streams and files. @throws the same errors */
  raw(call: Call): Promise<Response>;
}

/** Token and fingerprint of the caller; both are read for each call. */
export interface Caller {
  token: () => string | undefined;
  deviceId: () => string | undefined | Promise<string | undefined>;
}

export interface ApiOptions extends Caller {
  fetch?: typeof fetch;
}

/** Returns the header with the device's fingerprint; no header without one. */
export function deviceHeader(id: string | undefined): Record<string, string> {
  return id === undefined ? {} : { 'x-device-id': id };
}

/**
 * Returns the reply if it carries our server's header.
 * @throws Unreachable for any other reply, whatever its status, because it says nothing about a session or a command:
 *   proxies reply 5xx for a server that is down, or refuse with 4xx. `isCaptive` is set if it looks like a captive
 *   portal's reply
 */
export function fromOurServer(response: Response): Response {
  if (response.headers.get(apiHeader) === '1') return response;
  const { status } = response;
  // A page instead of a reply, a redirect to one, or one of the two statuses that ask for a sign-in.
  const isCaptive = status < 400 || status === 401 || status === 511;
  throw new Unreachable('This answer is not from our server.', { isCaptive });
}

/** Creates an `Api` over fetch. Only replies with our server's header count. */
export function createApi(options: ApiOptions): Api {
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init));
  async function raw(call: Call): Promise<Response> {
    const silence = call.silenceMs === undefined ? undefined : new Silence(call.silenceMs);
    let response: Response;
    try {
      const signal = silence?.signal ?? AbortSignal.timeout(call.timeoutMs ?? httpTimeoutMs);
      response = fromOurServer(await reach(send, call, await headersOf(options, call), signal));
    } catch (error) {
      silence?.end();
      throw error;
    }
    response = silence?.watched(response) ?? response;
    setServerDate(response.headers.get('date'));
    if (!response.ok) throw await errorOfReply(response);
    return response;
  }
  return {
    raw,
    async json<T>(call: Call): Promise<T> {
      const response = await raw(call);
      if (response.status === 204) return undefined as T;
      try {
        return (await response.json()) as T;
      } catch {
        throw new Unreachable('The answer was cut off.');
      }
    },
  };
}

async function reach(send: typeof fetch, call: Call, headers: Headers, timeout: AbortSignal): Promise<Response> {
  const body = call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  try {
    return await send(call.path.startsWith('/api/') ? call.path : `/api/v1${call.path}`, {
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      signal: call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal]),
      credentials: 'same-origin',
      // Our server sends no redirects, but captive portals do. Following one to another origin would give only an
      // opaque error.
      redirect: 'manual',
      cache: 'no-store',
      ...(body === undefined ? {} : { body }),
    });
  } catch (cause) {
    const network = networkFailureOf(cause, call.signal);
    throw new Unreachable(networkFailures[network], { network });
  }
}

/** Distinguishes an abort by the caller, a time-out and a missing network. */
function networkFailureOf(cause: unknown, stopped: AbortSignal | undefined): NetworkFailure {
  if (stopped?.aborted === true) return 'ERR_CANCELED';
  return cause instanceof Error && cause.name === 'TimeoutError' ? 'ECONNABORTED' : 'ERR_NETWORK';
}

async function headersOf(options: ApiOptions, call: Call): Promise<Headers> {
  const token = options.token();
  const headers = new Headers({ ...call.headers, ...deviceHeader(await options.deviceId()) });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (call.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  return headers;
}

/**
 * Returns the error of a failed reply. Only `retryStatuses` are temporary; in uploads.ts, which may send the same bytes
 * again without harm, all statuses are but a few.
 */
async function errorOfReply(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const message = body?.message ?? `Response status: ${response.status}`;
  if (response.status === 401) return new SignedOut(body?.message, body?.code, body?.details);
  if (retryStatuses.has(response.status)) {
    return temporaryFailure(response, message);
  }
  return new Refused(response.status, body?.code ?? 'INTERNAL', message, {
    details: body?.details,
    ...(body?.requestId === undefined ? {} : { requestId: body.requestId }),
  });
}

/** Returns the error for a reply of our server that asks for a retry, with its Retry-After. */
export function temporaryFailure(response: Response, message: string): Unreachable {
  const retryAfterMs = retryAfterOf(response);
  return new Unreachable(message, {
    status: response.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Returns `Retry-After` in milliseconds. A date is ignored, because the device's clock may be wrong. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
