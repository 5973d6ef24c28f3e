import { MINUTE } from '#domain/ground/units.ts';
import type { Log } from '../../ground/log.ts';

/** Logs why sockets could not connect: each reason at most once a minute, with its count since. */
export interface ConnectionLog {
  /** @param about details without secrets; those of the first refusal in a minute are logged */
  refused(reason: string, about?: Record<string, string>): void;
  stop(): void;
}

const everyMs = MINUTE;

export function connectionLog(log: Pick<Log, 'info'>): ConnectionLog {
  const since = new Map<string, number>();
  const timer = setInterval(() => {
    for (const [reason, more] of since) {
      if (more > 0) log.info({ reason, more }, 'further sockets were refused for the same reason');
    }
    since.clear();
  }, everyMs);
  timer.unref();
  return {
    refused(reason, about = {}) {
      const more = since.get(reason);
      if (more === undefined) log.info({ reason, ...about }, 'a socket was refused');
      since.set(reason, more === undefined ? 0 : more + 1);
    },
    stop: () => clearInterval(timer),
  };
}
