import type { Field } from './field.ts';
import { formatOf, type Build } from './formats.ts';
import type { OrderDoc } from './order.ts';
import { buildsCells } from './services.ts';

/** Which orders have a field and which need it, by the build of their format. */

type Needs = Required<Pick<Field, 'applies' | 'required'>>;

/**
 * Builds the conditions of a design field from two lists.
 * @param required builds that cannot be made without the field
 * @param optional builds that may have it; all others do not have it
 */
export function neededBy(required: readonly Build[], optional: readonly Build[] = []): Needs {
  return {
    applies: (doc) => isBuild(doc, required) || isBuild(doc, optional),
    required: (doc) => isBuild(doc, required),
  };
}

/** Narrows conditions to orders for which this holds too. */
export function onlyIf(needs: Needs, holds: (doc: OrderDoc) => boolean): Needs {
  return { applies: (doc) => needs.applies(doc) && holds(doc), required: (doc) => needs.required(doc) && holds(doc) };
}

/** Returns how the cells of an order are put together; undefined while no cells are built or no format is chosen. */
function buildOf(doc: OrderDoc): Build | undefined {
  return buildsCells(doc) ? formatOf(doc)?.build : undefined;
}

function isBuild(doc: OrderDoc, builds: readonly Build[]): boolean {
  const build = buildOf(doc);
  return build !== undefined && builds.includes(build);
}

export const allBuilds: readonly Build[] = ['roll', 'coin', 'layer', 'stack', 'prismatic'];
export const stacks: readonly Build[] = ['stack', 'prismatic'];
export const sheets: readonly Build[] = ['layer', 'stack', 'prismatic'];

/** Picks the starting value or options of an order's build. */
export function byBuild<T>(values: Partial<Record<Build, T>>): (doc: OrderDoc) => T | undefined {
  return (doc) => {
    const build = formatOf(doc)?.build;
    return build === undefined ? undefined : values[build];
  };
}

/** Picks the starting value of an order's format. */
export function byFormat<T>(values: Record<string, T>): (doc: OrderDoc) => T | undefined {
  return (doc) => values[formatOf(doc)?.code ?? ''];
}
