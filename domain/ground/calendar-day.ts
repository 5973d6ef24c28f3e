/** Returns the date of a moment in a time zone as ISO 8601, such as `2026-11-28`. */
export function day(at: Date | string, timeZone = 'UTC'): string {
  // This locale writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(new Date(at));
}

/** Returns the time of day of a moment in a time zone, such as `17:05`. */
export function timeOfDay(at: Date | string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone }).format(new Date(at));
}

/** Returns the last second of a day such as `2026-12-31` in a time zone; undefined for what is no day. */
export function endOfDay(date: string, timeZone = 'UTC'): Date | undefined {
  const asUtc = Date.parse(`${date}T23:59:59Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The second step is for a day near the change of summer time, whose offset is not that of the first guess.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone));
}

/** Returns by how much the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}
