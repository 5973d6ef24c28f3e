import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { Answering } from './assistant/answering/answering.ts';
import { type Bus, type BusDeps, createBus } from './spine/bus/push.ts';
import { createNouns } from './start/nouns.ts';
import { snapshotOf } from './start/snapshot.ts';
import { saveDelivered } from './chat/store/rooms.ts';
import type { Config } from './ground/config.ts';
import type { Log } from './ground/log.ts';
import { stopAll, type Stoppable } from './start/stop-all.ts';
import { openDemo } from './demo/fill.ts';
import { watchHidden } from './spine/feed/hidden-watch.ts';
import { watchEpoch } from './spine/feed/epoch-watch.ts';
import { createHints, type OpenHints } from './spine/feed/hints.ts';
import { startJobs } from './start/jobs.ts';
import { importFinder } from './assistant/knowledge/finder-file.ts';
import { importKnowledge } from './assistant/knowledge/import.ts';
import { keepOwnQuestions } from './assistant/knowledge/own-questions.ts';
import { loadKnowledge, type Knowledge } from './assistant/knowledge/knowledge.ts';
import { type FileTexts, openFileTexts } from './file-text/file-texts.ts';
import { openPayments } from './payment/open-payments.ts';
import type { OpenDatabase } from './database/database.ts';
import { checkAccounts } from './start/checks.ts';
import { privateFolder } from './postgres/private-folder.ts';
import { watchUnknownEvents } from './spine/feed/unknown-events-watch.ts';
import type { Db } from './database/db.ts';
import { keptMail } from './mail/dev-mailbox.ts';
import { smtpMail } from './mail/smtp.ts';
import type { Mailer } from './mail/mailer.ts';

/** A running server. */
export interface Serving {
  app: FastifyInstance;
  db: Db;
  bus: Bus;
  knowledge: Knowledge;
  databaseUrl: string;
  /** Address with the actual port. */
  url: string;
  /** Resolves when the demo's orders and conversations are written; at once without a demo. */
  demoFilled: Promise<void>;
  /** Notifies clients, finishes requests in progress and stops. */
  close(): Promise<void>;
}

interface Given {
  database: OpenDatabase;
  log: Log;
  distDir?: string;
}

/**
 * Opens everything on a database that is open, and listens.
 * @throws StartRefused for accounts that production refuses
 */
export async function openServer(config: Config, given: Given): Promise<Serving> {
  const opened: Stoppable[] = [];
  try {
    return await openAll(config, given, opened);
  } catch (error) {
    await stopAll(opened).catch((fault: unknown) =>
      given.log.error({ err: fault }, 'the failed start left something open'),
    );
    throw error;
  }
}

/** Opens the parts of a server one after the other. @param opened what must be stopped; each part is added to it */
async function openAll(config: Config, { database, log, distDir }: Given, opened: Stoppable[]): Promise<Serving> {
  const { db, unhurried, url } = database;
  await checkAccounts(db, config);
  privateFolder(config.filesDir, log);
  opened.push({ stop: await watchEpoch(db, config.dataDir, log) });
  const hints = await createHints({ url, redisUrl: config.redisUrl, log });
  opened.push({ stop: () => hints.close() });
  const ground: Ground = { config, db, hints, log };
  const assistant = await openAssistant(ground, opened);
  const { knowledge, fileTexts } = assistant;

  const busDeps = busDepsOf(ground, assistant);
  const bus = createBus(busDeps);
  const mailer = createMailer(config, db);
  opened.push({ stop: () => mailer.close() });
  const { filesDir, productName, publicUrl, trialQuestionLimit } = config;
  const payments = openPayments({ config, db, log });
  opened.push(
    await startJobs({
      url,
      db: unhurried,
      log,
      filesDir,
      mailer,
      productName,
      publicUrl,
      payments,
      bus,
      fileTexts,
      hints,
      knowledge,
    }),
  );
  opened.push({ stop: watchHidden(db, log) });
  opened.push({ stop: watchUnknownEvents(unhurried, log) });
  const busWith = (clock: () => Date) => createBus({ ...busDeps, clock });
  const demo = config.demo ? await openDemo({ db, busWith, log, trialQuestionLimit }) : undefined;
  if (demo !== undefined) opened.push(demo);

  const app = await buildApp({
    ...(distDir === undefined ? {} : { distDir }),
    ...ground,
    snapshotOf,
    saveDelivered,
    bus,
    ...appPartsOf(assistant),
  });
  opened.push({ stop: () => app.close() });
  await app.listen({ port: config.port, host: config.host });
  knowledge.buildIndex();
  const demoFilled = demo?.fill() ?? Promise.resolve();
  return {
    app,
    db,
    bus,
    knowledge,
    databaseUrl: url,
    url: `http://${config.host}:${portOf(app)}`,
    demoFilled,
    close: () => stopAll(opened),
  };
}

/** Parts on which all other parts of a server stand. */
interface Ground {
  config: Config;
  db: Db;
  hints: OpenHints;
  log: Log;
}

/** The open parts of the assistant. */
interface Assistant {
  name: string;
  knowledge: Knowledge;
  fileTexts: FileTexts;
  answering: Answering;
}

/** Opens what the assistant answers from and with. @param opened as in `openAll` */
async function openAssistant({ config, db, hints, log }: Ground, opened: Stoppable[]): Promise<Assistant> {
  if (config.ownKnowledge) {
    await importKnowledge(db);
    await importFinder(db);
    await keepOwnQuestions(db);
  }
  const knowledge = await loadKnowledge({ db, hints, log });
  opened.push(knowledge);
  const name = `${config.productName}_Bot`;
  const fileTexts = openFileTexts({ db, log, filesDir: config.filesDir, waitMs: config.allowed.fileTextWaitMs });
  opened.push(fileTexts);
  const answering = new Answering({
    db,
    hints,
    log,
    model: config.model,
    settings: () => knowledge.settings().settings,
    assistantName: name,
  });
  opened.push(answering);
  return { name, knowledge, fileTexts, answering };
}

function busDepsOf({ config, db, hints, log }: Ground, { name, knowledge, fileTexts, answering }: Assistant): BusDeps {
  const nouns = createNouns({
    db,
    knowledge: knowledge.index,
    textsOf: (uploader, hashes) => fileTexts.textsOf(uploader, hashes),
    model: answering,
    assistantName: name,
    invoicing: config.payments,
  });
  return { db, hints, log, nouns, quotaFactor: config.quotaFactor };
}

/** Returns what the routes need of the assistant. */
function appPartsOf({ knowledge, fileTexts, answering }: Assistant) {
  return {
    knowledge: knowledge.index,
    answering,
    reloadKnowledge: () => knowledge.reload(),
    knowledgeIsCurrent: () => knowledge.untilCurrent(),
    assistantSettings: knowledge.settings,
    fileTexts,
  };
}

function portOf(app: FastifyInstance): number {
  const address: AddressInfo | string | null = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Returns SMTP if configured. Otherwise e-mails are stored for development, which production refuses. */
function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, db: Db): Mailer {
  return config.smtpUrl === undefined ? keptMail(db) : smtpMail(config.smtpUrl, config.mailFrom);
}
