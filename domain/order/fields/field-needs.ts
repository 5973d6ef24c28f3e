import type { Field } from '../data/field.ts';
import { buildOf, formatOf, type Build } from '../data/formats.ts';
import type { OrderDoc } from '../data/order.ts';
import { buildsCells } from '../data/services.ts';

/** Orders that have a field and orders that need it, by the build of their format. */

type FieldNeeds = Required<Pick<Field, 'applies' | 'required'>>;

/**
 * Builds the conditions of a design field from two lists.
 * @param required builds that cannot be made without the field
 * @param optional builds that may have it; all others do not have it
 */
export function neededBy(required: readonly Build[], optional: readonly Build[] = []): FieldNeeds {
  return {
    applies: (doc) => isBuild(doc, required) || isBuild(doc, optional),
    required: (doc) => isBuild(doc, required),
  };
}

/** Narrows conditions to orders for which this holds too. */
export function onlyIf(needs: FieldNeeds, holds: (doc: OrderDoc) => boolean): FieldNeeds {
  return { applies: (doc) => needs.applies(doc) && holds(doc), required: (doc) => needs.required(doc) && holds(doc) };
}

function isBuild(doc: OrderDoc, builds: readonly Build[]): boolean {
  const build = buildsCells(doc) ? buildOf(doc) : undefined;
  return build !== undefined && builds.includes(build);
}

export const allBuilds: readonly Build[] = ['roll', 'flat', 'coin', 'layer', 'stack', 'prismatic'];
export const rolls: readonly Build[] = ['roll', 'flat'];
export const stacks: readonly Build[] = ['stack', 'prismatic'];
export const sheets: readonly Build[] = ['layer', 'stack', 'prismatic'];

/** Picks the starting value or options of an order's build; a flat roll has those of a stack in the same housing. */
export function byBuild<T>(values: Partial<Record<Build, T>>): (doc: OrderDoc) => T | undefined {
  return (doc) => {
    const build = buildOf(doc);
    const stacked = formatOf(doc)?.build;
    if (build === undefined || stacked === undefined) return undefined;
    return values[build] ?? values[stacked];
  };
}

/** Picks the starting value of an order's format. */
export function byFormat<T>(values: Record<string, T>): (doc: OrderDoc) => T | undefined {
  return (doc) => (typeof doc['format'] === 'string' ? values[doc['format']] : undefined);
}
