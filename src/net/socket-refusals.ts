/** Codes that say: do not come back by yourself. */
const finalCodes = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'OUTDATED']);

/** The code with which a namespace refused for good; undefined when it is worth coming back. */
export function finalCodeOf(error: Error): string | undefined {
  const { data } = error as Error & { data?: { code?: unknown } };
  const code = data?.code ?? error.message;
  return typeof code === 'string' && finalCodes.has(code) ? code : undefined;
}

/** Whether this person has as many connections open as one may have. */
export function isOneTooMany({ message }: Error): boolean {
  return message === 'TOO_MANY_CONNECTIONS';
}

/** How long a namespace that lets nobody in for the moment asks to wait; undefined where it does not say. */
export function retryAfterOf(error: Error): number | undefined {
  const { data } = error as Error & { data?: { retryAfterMs?: unknown } };
  return typeof data?.retryAfterMs === 'number' ? data.retryAfterMs : undefined;
}

/** Connection errors are logged, for whoever looks for the reason. */
export function logConnectionError(error: Error): void {
  // oxlint-disable-next-line no-console -- the browser has no other log
  console.warn('The socket could not connect:', error.message);
}
