/**
 * Numbers of unsent commands of signed-out users, for the sign-in page. That page opens no database, so the numbers are
 * in local storage: user ids and counts only, no content.
 */

const key = 'vfp.parked';

type ParkedCounts = Record<string, number>;

/** Returns the sum over all users. */
export function parkedCount(): number {
  return Object.values(counts()).reduce((sum, count) => sum + count, 0);
}

/** Returns the number stored for this user. */
export const parkedCountOf = (userId: string): number => counts()[userId] ?? 0;

/** Stores the number for this user. Zero, which is also stored at sign-in, deletes it. */
export function storeParkedCount(userId: string, count: number): void {
  const { [userId]: _before, ...others } = counts();
  const now = count === 0 ? others : { ...others, [userId]: count };
  if (Object.keys(now).length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(now));
}

/** Reads the stored counts. Any script may have written there, so invalid values are ignored. */
function counts(): ParkedCounts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter(([, count]) => Number.isSafeInteger(count) && count > 0),
    );
  } catch {
    return {};
  }
}
