/**
 * Runs work under a Web Lock that should be granted at once. Some browsers never answer such a request: then the work
 * runs without the lock, so it must be safe without it. A lock that is granted later is released at once.
 * @param request requests the lock; the work gets what it is granted, and `unanswered` when there is no answer
 * @param silence resolves when the request has had its time; its signal aborts when the answer is there
 */
export async function underLock(
  request: (held: (lock: unknown) => Promise<void>) => Promise<unknown>,
  work: (lock: unknown) => Promise<void>,
  silence: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const answered = new AbortController();
  let isOver = false;
  const asked = request(async (lock) => {
    if (isOver) return;
    answered.abort();
    await work(lock);
  });
  if (!answered.signal.aborted) await Promise.race([asked, silence(answered.signal)]);
  if (answered.signal.aborted) return void (await asked);
  answered.abort();
  isOver = true;
  asked.catch(() => undefined);
  await work(unanswered);
}

/** Value that the work gets in place of a lock when the browser has not answered. */
export const unanswered = Symbol('unanswered');

/** Resolves after the time in which a browser answers, or when the signal aborts. */
export function untilSilent(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, answerMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A browser answers within milliseconds; a busy phone takes longer. */
const answerMs = 5000;
