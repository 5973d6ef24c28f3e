/**
 * How much waits on this device for people who are signed out, for the page on which one signs in: it opens no database,
 * so the numbers are written where one can read them without. Ids and numbers only; the work itself is its owner's.
 */
const key = 'vfp.parked';

type Counts = Record<string, number>;

/** What waits for everybody together. */
export function parkedCount(): number {
  return Object.values(counts()).reduce((sum, count) => sum + count, 0);
}

/** What waits for this person, as far as was written here. */
export const parkedCountOf = (userId: string): number => counts()[userId] ?? 0;

/** Keeps how much waits for this person; none, also when they are signed in again, is forgotten. */
export function keepParkedCount(userId: string, count: number): void {
  const { [userId]: _before, ...others } = counts();
  const now = count === 0 ? others : { ...others, [userId]: count };
  if (Object.keys(now).length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(now));
}

/** Anybody may have written there: only what is a count is taken for one. */
function counts(): Counts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter(([, count]) => Number.isSafeInteger(count) && count > 0),
    );
  } catch {
    return {};
  }
}
