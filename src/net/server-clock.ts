/**
 * The server's clock, from the Date header of its last reply, extrapolated with the page's monotonic clock. The
 * device's own clock may be wrong: a tablet with an empty battery may start in 1970.
 */

/** `at` is the monotonic time at which the reply arrived. */
let heard: { date: number; at: number } | undefined;

/** Sets the clock from the Date header of a reply. */
export function setServerDate(text: string | null): void {
  const date = Date.parse(text ?? '');
  if (!Number.isNaN(date)) heard = { date, at: performance.now() };
}

/** Returns the server's time in ms since 1970; undefined before the first reply. */
export function serverDate(): number | undefined {
  return heard === undefined ? undefined : heard.date + (performance.now() - heard.at);
}
