/** Where the server writes what it does; pino and Fastify's logger have this shape. */
export interface Log {
  info(facts: object | string, text?: string): void;
  warn(facts: object | string, text?: string): void;
  error(facts: object | string, text?: string): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** What the process itself has to say, one line of JSON each, as the requests' log has it. */

const levels = { info: 30, warn: 40, error: 50 };

/** @param least the least level that is written; anything but the three names silences it */
export function createLog(least: string): Log {
  const from = least in levels ? levels[least === 'warn' || least === 'error' ? least : 'info'] : Infinity;
  const write = (level: keyof typeof levels) => (facts: object | string, text?: string) => {
    if (levels[level] < from) return;
    const line = typeof facts === 'string' ? { msg: facts } : { ...plain(facts), msg: text };
    process.stdout.write(`${JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, ...line })}\n`);
  };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

/** Errors have nothing to say to JSON by themselves. */
function plain(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, value instanceof Error ? plainError(value) : value]),
  );
}

/** What a log may say of an error. Nothing else in it: of a refused row the database tells every value. */
export function plainError({ name, message, stack }: Error): { type: string; message: string; stack: string } {
  return { type: name, message, stack: stack ?? '' };
}
