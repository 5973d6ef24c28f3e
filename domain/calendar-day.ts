/** Returns the date of a moment in a time zone as ISO 8601, such as `2026-11-28`. */
export function day(at: Date | string, timeZone = 'UTC'): string {
  // This locale writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(new Date(at));
}

/** Returns the time of day of a moment in a time zone, such as `17:05`. */
export function timeOfDay(at: Date | string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone }).format(new Date(at));
}
