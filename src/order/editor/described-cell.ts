import { askedDesignIn } from '#domain/order/design/asked-design.ts';
import { orderOf } from '#domain/order/design/asked-order.ts';
import type { AskedDesign } from '#domain/order/data/asked.ts';
import { designProblemIn } from '#domain/order/design/design-texts.ts';
import type { Json } from '#domain/ground/json.ts';

/**
 * Reads a description of a cell and its tests for an order.
 * @param quantity the order's number of cells, if it has one
 * @returns the order and the cell that it asks for, with the order's number of cells where it names none; what was not
 * read; and what is wrong with it
 */
export function describedCell(text: string, quantity: Json | undefined) {
  const read = askedDesignIn(text);
  const asked: AskedDesign = typeof quantity === 'number' ? { quantity, ...read.asked } : read.asked;
  return { order: orderOf({ ...read, asked }), asked, unread: read.unread, problem: designProblemIn(text, read) };
}

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
