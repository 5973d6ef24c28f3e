/** What the screens hold that is typed and not yet on the disk; saved before a page goes away, and before it is told so. */

const savers = new Set<() => Promise<void>>();

/** Takes what saves a screen's typing, failing when it cannot; gives the end of it. */
export function keepTyping(save: () => Promise<void>): () => void {
  savers.add(save);
  return () => void savers.delete(save);
}

/** Saves all that is typed on any screen; fails when something could not be saved. */
export async function saveTyping(): Promise<void> {
  await Promise.all([...savers].map((save) => save()));
}
