/** Waits that end: for a while, or for something that may never come. */

/** Resolves after this long, or at once when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

/** Gives what the work gives, or undefined when it takes longer than this; the work itself goes on. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController();
  return Promise.race([work, pause(ms, over.signal)]).finally(() => over.abort());
}
