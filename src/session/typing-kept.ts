/** Typed texts that are not yet on the disk; saved before a page reloads, and before a notice announces a reload. */

const savers = new Set<() => Promise<void>>();

/**
 * Registers a function that saves the typed texts of a page and rejects when it cannot.
 * @returns a function that unregisters it
 */
export function registerTypingSaver(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/** Saves the typed texts of all pages; rejects when one of them could not be saved. */
export async function saveTyping(): Promise<void> {
  await Promise.all([...savers].map((save) => save()));
}
