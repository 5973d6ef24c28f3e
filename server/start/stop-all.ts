/** Part that was opened and must be stopped. */
export interface Stoppable {
  stop(): unknown;
}

/** Stops everything, last opened first. A failure does not prevent the others; all failures are thrown at the end. */
export async function stopAll(opened: Stoppable[]): Promise<void> {
  const faults: unknown[] = [];
  for (const each of opened.splice(0).toReversed()) {
    try {
      await each.stop();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'not everything could be stopped');
}
