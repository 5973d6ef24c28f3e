import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverLimits } from '#domain/server-limits.ts';
import { isLoopback } from './origins.ts';

/** Every setting of the server, read from the environment once, with its default. */
export interface Config {
  port: number;
  host: string;
  /** Where people reach us; links are made from this, never from a request's Host header. */
  publicUrl: string;
  /** None: a PostgreSQL of our own in `dataDir`. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** None: e-mails are kept and shown at `/dev/mail`; production does not start without one unless told so. */
  smtpUrl: string | undefined;
  mailFrom: string;
  dataDir: string;
  filesDir: string;
  /** Fill an empty database with demo people, rooms and orders. */
  demo: boolean;
  production: boolean;
  /** What production refuses unless it is allowed by name: `start-checks.ts`. */
  allow: { demo: boolean; noMail: boolean };
  /** Describe the API at `/docs`. */
  docs: boolean;
  productName: string;
  trialQuestionLimit: number;
  /** What every quota of `domain/quotas.ts` is multiplied by. */
  quotaFactor: number;
  /** So many proxies of ours stand before us, each of which adds to X-Forwarded-For; none: it is not believed. */
  proxies: number;
  /** What one address and one person may ask of this process. */
  allowed: Allowed;
  /** Who shows it may read `/metrics`; without one, only this machine may. */
  metricsToken: string | undefined;
  paying: PayingSettings;
  logLevel: string;
  /** Names this process among its siblings. */
  processName: string;
}

/** A setting that cannot be used, or that production does not accept. Its message says what to set. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}

/** How people pay, and to whom. */
export interface PayingSettings {
  /** None: by invoice alone. */
  stripe: StripeSettings | undefined;
  /** Tax on every invoice, in hundredths of a percent. */
  taxBp: number;
  /** Who writes the invoices: name and address, and where to pay, one line each. */
  seller: { lines: string[]; bank: string[] };
  /** Where letters of the contact form go. */
  contactTo: string;
}

export interface StripeSettings {
  key: string;
  webhookSecret: string;
  apiUrl: string;
  /** Hosts whose pages people may be sent to for paying. */
  checkoutHosts: string[];
}

/** What this process lets one address, one person, one connection do; tests make it smaller. */
export interface Allowed {
  /** Requests of one address in a minute. */
  requestsPerMinute: number;
  handshakesPerMinute: number;
  /** Requests of one person in a minute, from wherever. */
  personPerMinute: number;
  /** What may wait to be read by one connection. */
  unreadBytes: number;
  /** How long a statement may wait for a lock; 0 means until it has it. */
  lockWaitMs: number;
  /** How long the head of a request may take, a whole request, and one with less than `bodyPaceBytes` of news. */
  headMs: number;
  requestMs: number;
  bodyPaceMs: number;
}

/**
 * Reads the settings.
 * @param env the environment, usually `process.env`
 * @throws StartRefused for one that cannot be read
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const port = numberFrom(env, 'PORT', 3000);
  const host = env['HOST'] ?? '127.0.0.1';
  const dataDir = resolve(env['DATA_DIR'] ?? 'data');
  const production = isProduction(env['NODE_ENV']);
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
    demo: flagFrom(env, 'DEMO', !production && isLoopback(host)),
    production,
    allow: {
      demo: flagFrom(env, 'ALLOW_DEMO_IN_PRODUCTION', false),
      noMail: flagFrom(env, 'ALLOW_NO_MAIL', false),
    },
    docs: flagFrom(env, 'DOCS', !production),
    productName: env['PRODUCT_NAME'] ?? 'VFP',
    trialQuestionLimit: numberFrom(env, 'TRIAL_QUESTION_LIMIT', serverLimits.trialQuestions),
    quotaFactor: numberFrom(env, 'QUOTA_FACTOR', 1),
    proxies: numberFrom(env, 'TRUST_PROXY', 0),
    allowed: {
      requestsPerMinute: numberFrom(env, 'REQUESTS_PER_ADDRESS', serverLimits.requestsPerAddressPerMinute),
      personPerMinute: numberFrom(env, 'REQUESTS_PER_PERSON', serverLimits.requestsPerPersonPerMinute),
      handshakesPerMinute: numberFrom(env, 'HANDSHAKES_PER_ADDRESS', serverLimits.handshakesPerAddressPerMinute),
      unreadBytes: serverLimits.slowReaderBytes,
      lockWaitMs: numberFrom(env, 'LOCK_WAIT_MS', serverLimits.lockWaitMs),
      headMs: serverLimits.headMs,
      requestMs: serverLimits.requestMs,
      bodyPaceMs: serverLimits.bodyPaceMs,
    },
    metricsToken: env['METRICS_TOKEN'] || undefined,
    paying: payingSettings(env),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    processName: `${hostname()}-${process.pid}`,
  };
}

function payingSettings(env: Record<string, string | undefined>): PayingSettings {
  const product = env['PRODUCT_NAME'] ?? 'VFP';
  return {
    stripe: stripeSettings(env),
    taxBp: Math.round(numberFrom(env, 'TAX_PERCENT', 0) * 100),
    seller: {
      lines: linesFrom(env['INVOICE_SELLER'] ?? product),
      bank: linesFrom(env['INVOICE_BANK'] ?? ''),
    },
    contactTo: addressIn(env['CONTACT_EMAIL'] || (env['MAIL_FROM'] ?? 'no-reply@localhost')),
  };
}

/** The address alone of `Name <address>`. */
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

/** The folder that FILES_URL names, by its path or as `file:`. @throws for every other kind of address */
function filesFolder(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  // One letter before a colon is a drive of Windows.
  const scheme = /^[a-z][a-z0-9+.-]+(?=:)/i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined) return resolve(text);
  if (scheme !== 'file')
    throw new StartRefused(`FILES_URL must be a folder (/srv/files, or file:///srv/files), not "${text}"`);
  return fileURLToPath(text);
}

/** Lines of a setting, written with `|` or line breaks between them. */
function linesFrom(text: string): string[] {
  return text
    .split(/[|\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

interface NumberKind {
  least: number;
  most: number;
  isWhole: boolean;
}

/** What each setting that is a number may be. */
const numbers = {
  PORT: { least: 0, most: 65_535, isWhole: true },
  TRUST_PROXY: { least: 0, most: 32, isWhole: true },
  TRIAL_QUESTION_LIMIT: { least: 0, most: 1_000_000, isWhole: true },
  QUOTA_FACTOR: { least: 0.001, most: 1_000_000, isWhole: false },
  REQUESTS_PER_ADDRESS: { least: 1, most: 1_000_000_000, isWhole: true },
  REQUESTS_PER_PERSON: { least: 1, most: 1_000_000_000, isWhole: true },
  HANDSHAKES_PER_ADDRESS: { least: 1, most: 1_000_000_000, isWhole: true },
  LOCK_WAIT_MS: { least: 0, most: 600_000, isWhole: true },
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

/** Whether this is production. Another spelling of it would open what is for development alone. */
function isProduction(text: string | undefined): boolean {
  if (text === undefined || ['', 'production', 'development', 'test'].includes(text)) return text === 'production';
  throw new StartRefused(`NODE_ENV must be production, development or test, not "${text}"`);
}

/** An address of one of these kinds. What it is may hold a password, so it is not repeated. */
function urlFrom(env: Record<string, string | undefined>, name: string, schemes: string[]): string | undefined {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '') return text;
  throw new StartRefused(
    `${name} must be an address that begins with ${schemes.map((each) => `${each}//`).join(' or ')}`,
  );
}
