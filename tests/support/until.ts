import { patience } from './patience.ts';

/**
 * Waits until the condition returns a value that is neither undefined nor false, and returns it; fails after the
 * timeout. An evaluation that takes too long is started again, because calls to a page that is being unloaded may never
 * return.
 */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs: number = patience.condition,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await answered(condition());
      if (value !== undefined && value !== false) return value;
    } catch (problem) {
      last = problem;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Waited ${withinMs} ms in vain until ${what}`, { cause: last });
}

async function answered<T>(answer: Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The condition did not answer.')), patience.answer);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}
