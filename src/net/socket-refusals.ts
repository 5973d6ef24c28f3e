/** Codes after which the client must not reconnect by itself. */
const finalCodes = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'OUTDATED']);

/** Returns the code of a final refusal; undefined when reconnecting may succeed. */
export function finalCodeOf(error: Error): string | undefined {
  const { data } = error as Error & { data?: { code?: unknown } };
  const code = data?.code ?? error.message;
  return typeof code === 'string' && finalCodes.has(code) ? code : undefined;
}

/** Whether the user has reached the limit of open connections. */
export function isOneTooMany({ message }: Error): boolean {
  return message === 'TOO_MANY_CONNECTIONS';
}

/** Returns the pause that a busy namespace asks for, in ms; undefined when it gives none. */
export function retryAfterOf(error: Error): number | undefined {
  const { data } = error as Error & { data?: { retryAfterMs?: unknown } };
  return typeof data?.retryAfterMs === 'number' ? data.retryAfterMs : undefined;
}

/** Logs a connection error to the console. */
export function logConnectionError(error: Error): void {
  // oxlint-disable-next-line no-console -- the browser has no other log
  console.warn('The socket could not connect:', error.message);
}
