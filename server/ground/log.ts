/** The server's logger; pino and Fastify's logger have this shape. */
export interface Log {
  info(facts: object | string, text?: string): void;
  warn(facts: object | string, text?: string): void;
  error(facts: object | string, text?: string): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** Logs of the process itself, as JSON lines like the log of requests. */

const levels = { info: 30, warn: 40, error: 50 };

/** Creates a logger. @param least lowest level that is written; anything but the three names disables it */
export function createLog(least: string): Log {
  const from = least in levels ? levels[least === 'warn' || least === 'error' ? least : 'info'] : Infinity;
  const write = (level: keyof typeof levels) => (facts: object | string, text?: string) => {
    if (levels[level] < from) return;
    const line = typeof facts === 'string' ? { msg: facts } : { ...plain(facts), msg: text };
    process.stdout.write(`${JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, ...line })}\n`);
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** Converts errors, which JSON would serialize as empty objects. */
function plain(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value instanceof Error ? plainError(value) : value]),
  );
}

/** Returns the parts of an error that may be logged. Errors of the database also contain the values of a row. */
export function plainError({ name, message, stack }: Error): { type: string; message: string; stack: string } {
  return { type: name, message, stack: stack ?? '' };
}
