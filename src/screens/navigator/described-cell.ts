/** Descriptions of cells that were typed into the wizard, by order. They stay in this tab and are never sent. */
const keyOf = (orderId: string) => `vfp:described:${orderId}`;

/** Returns the description that was typed for an order; empty if there is none. */
export function keptDescription(orderId: string): string {
  return sessionStorage.getItem(keyOf(orderId)) ?? '';
}

/** Keeps the description of an order for its wizard, over visits and reloads; an empty one is deleted. */
export function keepDescription(orderId: string, text: string): void {
  if (text === '') sessionStorage.removeItem(keyOf(orderId));
  else sessionStorage.setItem(keyOf(orderId), text);
}
