/** Codes that say: do not come back by yourself. */
const finalCodes = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'OUTDATED']);

/** The code with which a namespace refused for good; undefined when it is worth coming back. */
export function finalCodeOf(error: Error): string | undefined {
  const { data } = error as Error & { data?: { code?: unknown } };
  const code = data?.code ?? error.message;
  return typeof code === 'string' && finalCodes.has(code) ? code : undefined;
}
