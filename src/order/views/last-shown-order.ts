/** The order that this tab last showed, which a question to the experts may be about. */

const key = 'vfp.order';
const pathOfOrder = /^\/one-stop-order\/(?:prototyping|history)\/([0-9a-f-]{36})$/i;

/** Remembers the order if the path is that of one. */
export function noteShownOrder(path: string): void {
  const id = pathOfOrder.exec(path)?.[1];
  if (id !== undefined) sessionStorage.setItem(key, id.toLowerCase());
}

/** Returns the id of the last order; undefined if this tab has shown none. */
export function lastShownOrder(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}
