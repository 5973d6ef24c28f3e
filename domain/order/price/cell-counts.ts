import { isOpen, type Check } from '../data/check.ts';
import { checksOf } from '../checks/checks.ts';
import { isCoatedByUs } from '../data/coating-methods.ts';
import { coatingNeed_m } from '../cell/coating-need.ts';
import { electrodes } from '../data/electrodes.ts';
import { asNumber } from '../data/field.ts';
import type { OrderDoc } from '../data/order.ts';
import { withChanges, type ValueChange } from '../fields/presets.ts';
import { quoteOf } from './price.ts';
import type { RateCard } from '../data/rate-card.ts';
import { buildsCells } from '../data/services.ts';

/** Prices of an order with other numbers of cells. */

/** Numbers of cells that are shown beside the ordered one. */
const usualCounts = [10, 20, 50];

export interface CountPrice {
  cells: number;
  /** Whether it is the number that is ordered. */
  isOrdered: boolean;
  /** Integer cents. */
  total: number;
  /** Total divided by the cells, in whole cents. */
  perCell: number;
  /** Whether more meters had to be coated than the order has. */
  isRaised: boolean;
}

/** Returns the changes to another number of cells: the meters that we coat are raised where they do not suffice. */
export function changesOfCount(doc: OrderDoc, cells: number): ValueChange[] {
  const counted: ValueChange = { path: 'quantity', value: cells };
  const next = withChanges(doc, [counted]);
  const meters = electrodes.flatMap((electrode): ValueChange[] => {
    const path = `electrodes/${electrode}/coating_meter_count`;
    const need = coatingNeed_m(next, electrode);
    const given = asNumber(doc[path]);
    if (need === undefined || given === undefined || given >= need || !isCoatedByUs(doc, electrode)) return [];
    return [{ path, value: need }];
  });
  return [counted, ...meters];
}

/**
 * Returns the prices of an order of built cells for 10, 20, 50 and the ordered number of cells, in that order of size.
 * Numbers that the order refuses are left out: fewer than are built or than the tests take, and more than its other
 * values allow.
 */
export function countPrices(doc: OrderDoc, card: RateCard): CountPrice[] {
  if (!buildsCells(doc)) return [];
  const ordered = asNumber(doc['quantity']);
  const counts = new Set([...usualCounts, ...(ordered === undefined ? [] : [ordered])]);
  const open = new Set(refusalsOf(doc).map(({ path, code }) => `${path} ${code}`));
  return [...counts]
    .toSorted((a, b) => a - b)
    .flatMap((cells) => {
      const isOrdered = cells === ordered;
      const changes = isOrdered ? [] : changesOfCount(doc, cells);
      const next = withChanges(doc, changes);
      const isRefused = refusalsOf(next).some(({ path, level, code }) =>
        path === 'quantity'
          ? !(isOrdered && level === 'warn')
          : !isOrdered && level === 'block' && !open.has(`${path} ${code}`),
      );
      const { total, lines } = quoteOf(next, card);
      // Without the price of a cell, the total says nothing about their number.
      if (isRefused || !lines.some(({ code }) => code === 'assembly')) return [];
      return [{ cells, isOrdered, total, perCell: Math.round(total / cells), isRaised: changes.length > 1 }];
    });
}

function refusalsOf(doc: OrderDoc): Check[] {
  return checksOf(doc).filter(isOpen);
}
