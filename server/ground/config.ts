import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Seller } from '#domain/payment/seller.ts';
import { isLoopback } from './origins.ts';
import { readLaboratory, readSeller } from './seller.ts';
import { StartRefused } from './start-refused.ts';
import { invoiceDueDays } from '#domain/payment/due-days.ts';
import { MB, SECOND } from '#domain/ground/units.ts';
import { trialQuestions } from '#domain/account/plans-and-prices.ts';

/** Time that a question waits for the text of its files. */
const fileTextWaitMs = 3 * SECOND;
const requestsPerAddressPerMinute = 20_000;
/** Requests count what they cost (`server/http/costs.ts`): a login 50, a full push 500. */
export const requestsPerUserPerMinute = 6_000;
const handshakesPerAddressPerMinute = 300;
/** Deadline for the head of a request, checked every `headCheckMs`; the whole request has as long as clients wait. */
const headMs = 10 * SECOND;
export const requestMs = 300 * SECOND;
/**
 * A request body slower than `bodyPaceBytes` per `bodyPaceMs` is aborted; slow networks carry 8 times that. So is one
 * so large that it would take `bodyPaceTimes` as long as a request may.
 */
export const bodyPaceMs = 15 * SECOND;
/** Bytes of bodies in memory: of one user, or of one network without a session, and of all together. */
const bodyBytesOfCaller = 64 * MB;
const bodyBytesOfAll = 256 * MB;
const slowReaderBytes = 4 * MB;
export const lockWaitMs = 0.8 * SECOND;

/** All settings of the server, read once from the environment, with defaults. */
export interface Config {
  port: number;
  host: string;
  /** Public address. Links are built from it, never from a request's Host header. */
  publicUrl: string;
  /** Undefined: our own PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** Undefined: e-mails are stored and shown at `/dev/mail`, which production must allow explicitly. */
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  filesDir: string;
  /** Whether to fill an empty database with demo users, rooms and orders. */
  demo: boolean;
  /** Whether to import the knowledge that comes with the product. */
  ownKnowledge: boolean;
  production: boolean;
  /** Settings that production refuses unless they are allowed explicitly: `start/checks.ts`. */
  allow: { demo: boolean; noMail: boolean };
  /** Whether to serve the API description at `/docs`. */
  docs: boolean;
  productName: string;
  trialQuestionLimit: number;
  /** Factor of all quotas of `domain/account/quotas.ts`. */
  quotaFactor: number;
  /** Number of our proxies in front, each of which adds to X-Forwarded-For. 0: the header is ignored. */
  proxies: number;
  /** Limits of one address, user and connection in this process. */
  allowed: CallerLimits;
  /** Bearer token for `/metrics`; without one, only this machine may read them. */
  metricsToken: string | undefined;
  payments: PaymentSettings;
  /** Secret with which carriers sign what they say about shipments; undefined: no carrier may report. */
  carrierSecret: string | undefined;
  /** Address to which customers send their parcels; undefined: the laboratory writes it in the conversation of the order. */
  laboratory: string | undefined;
  /** Undefined: answers are stored texts only. */
  model: ModelSettings | undefined;
  logLevel: string;
  /** Name of this process among its siblings. */
  processName: string;
}

export { StartRefused };

/** Settings of payments. */
export interface PaymentSettings {
  /** Undefined: payment by invoice only. */
  stripe: StripeSettings | undefined;
  /** Tax on all invoices, in basis points (hundredths of a percent). */
  taxBp: number;
  /** Reason why no tax is added, in the seller's own words. */
  noTaxReason: string | undefined;
  /** Seller on invoices; undefined until it is set with its bank account: no invoice number is used before. */
  seller: Seller | undefined;
  /** Settings of the seller that are missing. */
  missing: string[];
  /** The seller's time zone. */
  timeZone: string;
  /** E-mail address that receives messages of the contact form. */
  contactTo: string;
}

export interface StripeSettings {
  key: string;
  webhookSecret: string;
  apiUrl: string;
  /** Hosts to which users may be redirected for payment. */
  checkoutHosts: string[];
}

/** An endpoint that speaks the protocol of OpenAI's chat completions. */
export interface ModelSettings {
  /** Address up to and including the version, such as `https://models.example/v1`. */
  baseUrl: string;
  key: string | undefined;
  /** The provider's name of the model. */
  name: string;
}

/** Limits of one address, user and connection; tests use smaller ones. */
export interface CallerLimits {
  /** Requests of one address per minute. */
  requestsPerMinute: number;
  handshakesPerMinute: number;
  /** Requests of one user per minute, from all addresses. */
  userPerMinute: number;
  /** Maximum number of unsent bytes of one connection. */
  unreadBytes: number;
  /** Longest wait of a statement for a lock, in ms; 0: no limit. */
  lockWaitMs: number;
  /** Longest wait of a question for the text of its files, in ms. */
  fileTextWaitMs: number;
  /** Time-outs of a request's head, of a whole request, and of a body with less than `bodyPaceBytes` of progress. */
  headMs: number;
  requestMs: number;
  bodyPaceMs: number;
  /** Maximum number of bytes of bodies in memory: of one user, or one network without a session, and of all together. */
  bodyBytesOfCaller: number;
  bodyBytesOfAll: number;
}

/**
 * Reads the settings.
 * @param env the environment, usually `process.env`
 * @throws StartRefused for an invalid one
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const port = numberFrom(env, 'PORT', 3000);
  const host = env['HOST'] ?? '127.0.0.1';
  const dataDir = resolve(env['DATA_DIR'] ?? 'data');
  const production = isProduction(env['NODE_ENV']);
  const demo = flagFrom(env, 'DEMO', !production && isLoopback(host));
  return {
    port,
    host,
    publicUrl: (urlFrom(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    databaseUrl: env['DATABASE_URL'] || undefined,
    redisUrl: env['REDIS_URL'] || undefined,
    smtpUrl: urlFrom(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: env['MAIL_FROM'] ?? 'VFP <no-reply@localhost>',
    dataDir,
    filesDir: filesFolder(env['FILES_URL']) ?? resolve(dataDir, 'files'),
    demo,
    ownKnowledge: flagFrom(env, 'OWN_KNOWLEDGE', true),
    production,
    allow: {
      demo: flagFrom(env, 'ALLOW_DEMO_IN_PRODUCTION', false),
      noMail: flagFrom(env, 'ALLOW_NO_MAIL', false),
    },
    docs: flagFrom(env, 'DOCS', !production),
    productName: env['PRODUCT_NAME'] ?? 'VFP',
    trialQuestionLimit: numberFrom(env, 'TRIAL_QUESTION_LIMIT', trialQuestions),
    quotaFactor: numberFrom(env, 'QUOTA_FACTOR', 1),
    proxies: numberFrom(env, 'TRUST_PROXY', 0),
    allowed: {
      requestsPerMinute: numberFrom(env, 'REQUESTS_PER_ADDRESS', requestsPerAddressPerMinute),
      userPerMinute: numberFrom(env, 'REQUESTS_PER_PERSON', requestsPerUserPerMinute),
      handshakesPerMinute: numberFrom(env, 'HANDSHAKES_PER_ADDRESS', handshakesPerAddressPerMinute),
      unreadBytes: slowReaderBytes,
      lockWaitMs: numberFrom(env, 'LOCK_WAIT_MS', lockWaitMs),
      fileTextWaitMs: numberFrom(env, 'FILE_TEXT_WAIT_MS', fileTextWaitMs),
      headMs,
      requestMs,
      bodyPaceMs,
      bodyBytesOfCaller,
      bodyBytesOfAll,
    },
    metricsToken: env['METRICS_TOKEN'] || undefined,
    payments: paymentSettings(env, demo),
    carrierSecret: env['CARRIER_WEBHOOK_SECRET'] || undefined,
    laboratory: readLaboratory(env, { demo }),
    model: modelSettings(env),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    processName: `${hostname()}-${process.pid}`,
  };
}

function paymentSettings(env: Record<string, string | undefined>, demo: boolean): PaymentSettings {
  const taxBp = Math.round(numberFrom(env, 'TAX_PERCENT', 0) * 100);
  const dueDays = numberFrom(env, 'INVOICE_DUE_DAYS', invoiceDueDays);
  return {
    stripe: stripeSettings(env),
    taxBp,
    ...readSeller(env, { demo, isTaxed: taxBp > 0, dueDays }),
    contactTo: addressIn(env['CONTACT_EMAIL'] || (env['MAIL_FROM'] ?? 'no-reply@localhost')),
  };
}

/** Returns the address in `Name <address>`. */
function addressIn(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();
}

function stripeSettings(env: Record<string, string | undefined>): StripeSettings | undefined {
  const key = env['STRIPE_SECRET_KEY'];
  if (key === undefined || key === '') return undefined;
  const webhookSecret = env['STRIPE_WEBHOOK_SECRET'];
  if (webhookSecret === undefined || webhookSecret === '') {
    throw new StartRefused(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET too: without it nothing that is paid is heard of',
    );
  }
  return {
    key,
    webhookSecret,
    apiUrl: (env['STRIPE_API_URL'] ?? 'https://api.stripe.com').replace(/\/+$/, ''),
    checkoutHosts: (env['STRIPE_CHECKOUT_HOSTS'] ?? 'checkout.stripe.com').split(',').map((host) => host.trim()),
  };
}

function modelSettings(env: Record<string, string | undefined>): ModelSettings | undefined {
  const baseUrl = urlFrom(env, 'LLM_BASE_URL', ['http:', 'https:']);
  const name = env['LLM_MODEL'] || undefined;
  if (baseUrl === undefined && name === undefined) return undefined;
  // Earlier versions of the product could use the endpoint for embeddings alone.
  if (name === undefined && (env['LLM_EMBEDDING_MODEL'] ?? '') !== '') return undefined;
  if (baseUrl === undefined || name === undefined)
    throw new StartRefused(
      'LLM_BASE_URL and LLM_MODEL must be set together: the address of an endpoint, and its model',
    );
  return { baseUrl, name, key: env['LLM_API_KEY'] || undefined };
}

/** Returns the folder in FILES_URL, a path or a `file:` URL. @throws for other URLs */
function filesFolder(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  // A single letter before a colon is a drive of Windows.
  const scheme = /^[a-z][a-z0-9+.-]+(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined) return resolve(text);
  if (scheme !== 'file')
    throw new StartRefused(`FILES_URL must be a folder (/srv/files, or file:///srv/files), not "${text}"`);
  return fileURLToPath(text);
}

interface NumberKind {
  least: number;
  most: number;
  isWhole: boolean;
}

/** Ranges of numeric settings. */
const numbers = {
  PORT: { least: 0, most: 65_535, isWhole: true },
  TRUST_PROXY: { least: 0, most: 32, isWhole: true },
  TRIAL_QUESTION_LIMIT: { least: 0, most: 1_000_000, isWhole: true },
  QUOTA_FACTOR: { least: 0.001, most: 1_000_000, isWhole: false },
  REQUESTS_PER_ADDRESS: { least: 1, most: 1_000_000_000, isWhole: true },
  REQUESTS_PER_PERSON: { least: 1, most: 1_000_000_000, isWhole: true },
  HANDSHAKES_PER_ADDRESS: { least: 1, most: 1_000_000_000, isWhole: true },
  LOCK_WAIT_MS: { least: 0, most: 600_000, isWhole: true },
  FILE_TEXT_WAIT_MS: { least: 0, most: 600_000, isWhole: true },
  INVOICE_DUE_DAYS: { least: 0, most: 365, isWhole: true },
  TAX_PERCENT: { least: 0, most: 100, isWhole: false },
} satisfies Record<string, NumberKind>;

function numberFrom(env: Record<string, string | undefined>, name: keyof typeof numbers, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new StartRefused(`${name} must be a number, not "${text}"`);
  const { least, most, isWhole }: NumberKind = numbers[name];
  if (value < least || value > most || (isWhole && !Number.isInteger(value))) {
    throw new StartRefused(
      `${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not "${text}"`,
    );
  }
  return value;
}

const flagWords: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  yes: true,
  '0': false,
  false: false,
  off: false,
  no: false,
};

function flagFrom(env: Record<string, string | undefined>, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const word = text.toLowerCase();
  const value = Object.hasOwn(flagWords, word) ? flagWords[word] : undefined;
  if (value === undefined) throw new StartRefused(`${name} must be on or off, not "${text}"`);
  return value;
}

/**
 * Whether NODE_ENV is production.
 * @throws StartRefused for an unknown value: a typo must not enable development features
 */
function isProduction(text: string | undefined): boolean {
  if (text === undefined || ['', 'production', 'development', 'test'].includes(text)) return text === 'production';
  throw new StartRefused(`NODE_ENV must be production, development or test, not "${text}"`);
}

/** Reads a URL with one of these schemes. Errors do not repeat it, because it may contain a password. */
function urlFrom(env: Record<string, string | undefined>, name: string, schemes: string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '') return text;
  throw new StartRefused(
    `${name} must be an address that begins with ${schemes.map((each) => `${each}//`).join(' or ')}`,
  );
}
