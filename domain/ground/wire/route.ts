import type { TSchema } from 'typebox';

/** Schemas of the data on a route. The server registers its routes with it, and the client's calls are typed by it. */
export interface Route {
  /** A write that takes effect once for an idempotency key, see `server/spine/routes/keyed-writes.ts`. */
  keyed?: true;
  params?: TSchema;
  querystring?: TSchema;
  headers?: TSchema;
  body?: object;
  response?: Readonly<Record<number, object>>;
}

/** Routes by method and path; the path is below `/api/v1`. */
export type RouteTable = Readonly<Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Route>>;
