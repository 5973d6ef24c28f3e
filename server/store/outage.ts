/** How PostgreSQL names what has nothing to do with a statement: it went away, is going, is coming, or is full. */
const outage = /^(08...|57P0[123]|53...|ECONN.*|ENOENT|EPIPE|ETIMEDOUT)$/;

/** Whether the connection or the server went away: nothing can be said about what was asked. */
export function isOutage(error: unknown): boolean {
  return (
    outage.test(codeOf(error)) || /connection terminated|timeout exceeded when trying to connect/i.test(String(error))
  );
}

/** The code of an error of PostgreSQL or of the system; empty where there is none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
