import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createBus, type Bus } from './bus.ts';
import type { Config } from './config.ts';
import { fillDemo } from './demo/fill.ts';
import type { Deps } from './deps.ts';
import { createHints } from './hints.ts';
import { type Jobs, startJobs } from './jobs/worker.ts';
import { loadKnowledge, type Knowledge } from './knowledge.ts';
import { openDatabase, type Db } from './store/database.ts';
import { createLog } from './log.ts';

/** A whole server, listening. */
export interface Serving {
  app: FastifyInstance;
  db: Db;
  bus: Bus;
  knowledge: Knowledge;
  databaseUrl: string;
  /** Where it can be reached, with the port it really has. */
  url: string;
  /** Tells everybody, finishes what is under way and stops. */
  close(): Promise<void>;
}

/**
 * Opens the database, fills an empty one with the demo where wanted, and listens.
 * @param options.port instead of the configured one; 0 for any free one
 */
export async function serve(
  config: Config,
  options: Pick<Deps, 'distDir' | 'allowance'> & { log?: Deps['log'] } = {},
): Promise<Serving> {
  const log = options.log ?? createLog(config.logLevel);
  const database = await openDatabase(config, log);
  let jobs: Jobs | undefined;
  try {
    const { db } = database;
    const hints = await createHints(database.embedded ? undefined : { url: database.url, log });
    const knowledge = await loadKnowledge(db);
    const assistantName = `${config.productName}_Bot`;
    const bus = createBus({ db, log, hints, knowledge: knowledge.index, assistantName });
    jobs = await startJobs({ url: database.url, db, log });
    if (config.demo) await fillDemo({ db, bus, knowledge, trialQuestionLimit: config.trialQuestionLimit });
    const app = await buildApp({ ...options, config, db, bus, hints, log });
    app.addHook('onClose', async () => {
      await jobs?.stop();
      await hints.close();
      await database.close();
    });
    await app.listen({ port: config.port, host: config.host });
    return {
      app,
      db,
      bus,
      knowledge,
      databaseUrl: database.url,
      url: `http://${config.host}:${portOf(app)}`,
      close: () => app.close(),
    };
  } catch (error) {
    await jobs?.stop();
    await database.close();
    throw error;
  }
}

function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
