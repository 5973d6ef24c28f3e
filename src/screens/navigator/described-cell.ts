/** Descriptions of cells that were typed into the wizard while this page lives, by order. They are never sent. */
const described = new Map<string, string>();

/** Returns the description that was typed for an order; empty if there is none. */
export function keptDescription(orderId: string): string {
  return described.get(orderId) ?? '';
}

/** Keeps the description of an order for its wizard, which is built anew with every visit. */
export function keepDescription(orderId: string, text: string): void {
  described.set(orderId, text);
}
