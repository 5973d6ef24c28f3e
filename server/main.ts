import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Config, StartRefused, readConfig } from './ground/config.ts';
import { demoPassword, demoUsers } from './demo/users.ts';
import { createLog } from './ground/log.ts';
import { isLoopback } from './ground/origins.ts';
import type { Serving } from './open-server.ts';
import { SECOND } from '#domain/ground/units.ts';

const shutdownMs = 10 * SECOND;

/** Starts the server with the settings of the environment, and stops it when asked to. */

const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
  process.stderr.write(
    `VFP needs Node 24, this is ${process.version}. Start it with npm start, which brings its own Node; ` +
      'if it does not, run npm ci without --ignore-scripts and --omit=optional.\n',
  );
  process.exit(1);
}

const config = settingsOf(process.env);
const log = createLog(config.logLevel);

// stdout may close before the process exits. EPIPE is ignored, because logging it would fail in the same way.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// An error in one request or event must not end the others.
process.on('unhandledRejection', (error) => log.error({ err: asError(error) }, 'unhandled rejection'));
process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'));

const root = join(import.meta.dirname, '..');
// Caches compiled code, which makes the next start a quarter faster. Without write access nothing is cached.
enableCompileCache(join(root, 'node_modules', '.cache', 'vfp'));

try {
  const { serve } = await import('./serve.ts');
  const distDir = join(root, 'dist');
  const starting = serve(config, existsSync(join(distDir, 'index.html')) ? { distDir, log } : { log });
  stopWhenAsked(starting);
  const { url, demoFilled } = await starting;
  process.stdout.write(greeting(url));
  if (config.demo) {
    await demoFilled;
    process.stdout.write('  The demo is complete.\n\n');
  }
} catch (error) {
  // A refused setting has a message that says what to do; its stack would not help.
  const reason = error instanceof StartRefused ? error.message : asError(error).stack;
  process.stderr.write(`The server could not start. ${reason}\n`);
  process.exit(1);
}

function settingsOf(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env);
  } catch (error) {
    process.stderr.write(`The server could not start. ${asError(error).message}\n`);
    return process.exit(1);
  }
}

/**
 * Stops at the first signal, also during the start. Ctrl+C arrives twice, from the terminal and from npm, so a second
 * signal during the stop is ignored.
 */
function stopWhenAsked(starting: Promise<Serving>): void {
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (stopping ??= stop(starting)));
}

async function stop(starting: Promise<Serving>): Promise<void> {
  const tooLong = setTimeout(() => process.exit(1), shutdownMs);
  tooLong.unref();
  try {
    const serving = await starting;
    await serving.close();
    process.exit(0);
  } catch (error) {
    log.error({ err: asError(error) }, 'the server did not stop cleanly');
    process.exit(1);
  }
}

function greeting(url: string): string {
  const lines = ['', `  VFP serves at  ${url}`, ...(config.docs ? [`  API described  ${url}/docs`] : []), ''];
  if (!isLoopback(config.host) && isLoopback(new URL(config.publicUrl).hostname))
    lines.push(`  No other machine can sign in: set PUBLIC_URL to the address that users open.`, '');
  if (config.demo) {
    lines.push(`  Demo accounts, all with the password ${demoPassword}`);
    for (const user of demoUsers) lines.push(`    ${user.email.padEnd(22)} ${user.about}`);
    lines.push('');
  }
  return `${lines.join('\n')}\n`;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
