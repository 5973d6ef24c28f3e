/** Functions that return whether a reload would disturb now, for example an upload in progress. */
const holds = new Set<() => Promise<boolean>>();

/** Adds such a function. @returns a function that removes it */
export function holdReload(isBusy: () => Promise<boolean>): () => void {
  holds.add(isBusy);
  return () => void holds.delete(isBusy);
}

/** Whether a reload must wait. A function that fails, because its session has just ended, counts as yes. */
export async function mustReloadWait(): Promise<boolean> {
  return (await Promise.all([...holds].map((isBusy) => isBusy().catch(() => true)))).includes(true);
}
