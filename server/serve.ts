import type { CallerLimits, Config } from './ground/config.ts';
import { lazily } from './ground/lazily.ts';
import { createLog, type Log } from './ground/log.ts';
import type { Serving } from './open-server.ts';
import { checkSettings } from './start/checks.ts';
import { stopAll, type Stoppable } from './start/stop-all.ts';
import { openDatabase } from './database/database.ts';
import { logTroublesOnce } from './database/troubles.ts';

const load = lazily(() => import('./open-server.ts'));

/**
 * Opens the database, adds a demo to an empty one if configured, and listens.
 * @param options.allowed overrides the limits of the settings
 * @throws StartRefused for settings or accounts that production refuses
 */
export async function serve(
  settings: Config,
  options: { distDir?: string; log?: Log; allowed?: Partial<CallerLimits> } = {},
): Promise<Serving> {
  const config = { ...settings, allowed: { ...settings.allowed, ...options.allowed } };
  const log = logTroublesOnce(options.log ?? createLog(config.logLevel));
  checkSettings(config);
  // Most of the server is loaded while PostgreSQL starts.
  const database = await openDatabase(config, log, () => void load());
  const opened: Stoppable[] = [{ stop: () => database.close() }];
  try {
    const { openServer } = await load();
    const { distDir } = options;
    const serving = await database.whenThere(() =>
      openServer(config, { database, log, ...(distDir === undefined ? {} : { distDir }) }),
    );
    opened.push({ stop: () => serving.close() });
    return { ...serving, close: () => stopAll(opened) };
  } catch (error) {
    await stopAll(opened).catch((fault: unknown) => log.error({ err: fault }, 'the failed start left something open'));
    throw error;
  }
}
