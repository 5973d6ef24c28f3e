import { Client, Pool } from 'pg';
import type { Log } from '../ground/log.ts';
import { outliveConnections } from '../database/database.ts';
import { troubleOf } from '../database/outage.ts';

/** One of the few codes after which graphile-worker repeats a statement, starting three seconds later. */
const repeated = 'ETIMEDOUT';

/**
 * Connections of the job queue. graphile-worker retries the statement that ends a job after few error codes only. After
 * any other outage the error is unhandled, and the job stays locked for four hours. This pool gives all outages a code
 * that it retries.
 */
export class JobsPool extends Pool {
  constructor(connectionString: string, log: Log) {
    super({ connectionString, max: 4, Client: JobsClient });
    // The runner listens for errors only while it runs: a connection that is ended while it stops would end the process.
    outliveConnections(this, log);
  }

  override connect(...args: unknown[]) {
    // A retry after the end never settles: its rejection would be unhandled.
    if (this.ending) return new Promise<never>(() => undefined);
    const result = Reflect.apply(plainConnect, this, args);
    return result instanceof Promise ? result.catch(throwRepeated) : result;
  }
}

class JobsClient extends Client {
  override query(...args: unknown[]) {
    const result = Reflect.apply(plainQuery, this, args);
    return result instanceof Promise ? result.catch(throwRepeated) : result;
  }
}

const plainConnect = Reflect.get(Pool.prototype, 'connect');
const plainQuery = Reflect.get(Client.prototype, 'query');

/** Throws the error on; that of an outage with the code of a repeated one. */
function throwRepeated(error: unknown): never {
  if (!(error instanceof Error) || troubleOf(error) === undefined) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: repeated });
}
