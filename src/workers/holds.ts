/** What says that a reload would disturb now, such as an upload under way. */
const holds = new Set<() => Promise<boolean>>();

/** Takes what says whether a reload would disturb; gives the end of it. */
export function holdBack(isBusy: () => Promise<boolean>): () => void {
  holds.add(isBusy);
  return () => void holds.delete(isBusy);
}

/** Whether something holds a reload back; who cannot say, because its session has just ended, does. */
export async function isHeld(): Promise<boolean> {
  return (await Promise.all([...holds].map((isBusy) => isBusy().catch(() => true)))).includes(true);
}
