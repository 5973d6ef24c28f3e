import { patience } from './patience.ts';

/**
 * Waits until the condition gives a value that is neither undefined nor false, and returns it; fails when patience ends. A
 * condition that has not answered for long is asked anew: what is asked of a page just as it goes may never be answered.
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
