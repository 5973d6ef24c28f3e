/**
 * What the server's clock shows. It comes with every answer; in between this page's own stopwatch runs on, which nobody
 * can set. A device's clock proves nothing: a tablet with an empty battery begins in some January.
 */
let heard: { date: number; at: number } | undefined;

/** Takes the time an answer was written at. */
export function hearServerDate(text: string | null): void {
  const date = Date.parse(text ?? '');
  if (!Number.isNaN(date)) heard = { date, at: performance.now() };
}

/** Milliseconds since 1970 by the server's clock; undefined before its first answer. */
export function serverDate(): number | undefined {
  return heard === undefined ? undefined : heard.date + (performance.now() - heard.at);
}
