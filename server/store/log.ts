/** Where the server writes what it does; pino and Fastify's logger have this shape. */
export interface Log {
  info(facts: object | string, text?: string): void;
  warn(facts: object | string, text?: string): void;
  error(facts: object | string, text?: string): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
