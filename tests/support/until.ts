import { patience } from './patience.ts';

/** Waits until the condition gives a value that is neither undefined nor false, and returns it; fails when patience ends. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs: number = patience.condition,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let last: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await condition();
      if (value !== undefined && value !== false) return value;
    } catch (problem) {
      last = problem;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Waited ${withinMs} ms in vain until ${what}`, { cause: last });
}
