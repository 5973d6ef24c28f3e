import { randomBytes } from 'node:crypto';

/** Calls of the API as a program of a customer or a lab makes them. */

export interface Reply {
  status: number;
  text: string;
  /** The parsed body; undefined where it is no JSON. */
  body: unknown;
  /** Address of the created object; '' where the reply has none. */
  location: string;
}

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path below `/api/v1`. */
  path: string;
  /** Sent as JSON, or as it is where it is bytes. */
  body?: object | undefined;
  headers?: Record<string, string> | undefined;
  /** The same for each repetition of a write, so that it takes effect once. */
  key?: string | undefined;
}

/** A signed-in user. */
export interface Caller {
  userId: string;
  call: (call: Call) => Promise<Reply>;
}

/** Returns a value in a reply by its path, such as `order.price.quote_hash`; undefined where there is none. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      body,
    );
}

/**
 * Signs in.
 * @param account e-mail address and password with a colon between them
 * @throws Error with the server's message when it refuses
 */
export async function signIn(server: string, account: string): Promise<Caller> {
  const colon = account.indexOf(':');
  const device = randomBytes(32).toString('hex');
  const send = async ({ method, path, body, headers, key }: Call, token?: string): Promise<Reply> => {
    const response = await fetch(`${server}/api/v1${path}`, {
      method,
      headers: {
        'x-device-id': device,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: jsonOf(text), location: response.headers.get('location') ?? '' };
  };
  const credentials = { email: account.slice(0, colon), password: account.slice(colon + 1) };
  const { status, body } = await send({ method: 'POST', path: '/auth/login', body: credentials });
  if (status !== 200) throw new Error(`${credentials.email} is not signed in: ${String(valueAt(body, 'message'))}`);
  const token = String(valueAt(body, 'accessToken'));
  return { userId: String(valueAt(body, 'user.id')), call: (call) => send(call, token) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
