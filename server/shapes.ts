import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Refusal } from '#domain/errors.ts';
import { unstorableIn } from '#domain/text.ts';

/** What is wrong with a value, as validation errors name it: a JSON pointer and the rule that was broken. */
export interface Problem {
  instancePath: string;
  keyword: string;
}

/**
 * Reads values of one schema. Members the schema does not name are dropped; the rest must fit as it is, and no text in it
 * may be such that it cannot be stored.
 */
export type Reader<T> = (received: unknown) => { value: T } | { problems: Problem[] };

/** Makes the reader of a schema. */
export function readerOf<S extends TSchema>(schema: S): Reader<Static<S>> {
  const shape = Compile<TSchema>(schema);
  const exact = Compile(closed(schema));
  const isCheckedInParts = checkedInParts in schema;
  return (received) => {
    if (isNestedDeeper(received, deepest)) return { problems: [{ instancePath: '', keyword: 'depth' }] };
    const odd = isCheckedInParts ? undefined : unstorableIn(received);
    if (odd !== undefined) return { problems: [{ instancePath: `/${odd}`, keyword: unstorable }] };
    // Nearly always nothing is unknown, and looking is far cheaper than cleaning.
    if (exact.Check(received)) return { value: received as Static<S> };
    const value = shape.Clean(received);
    return shape.Check(value) ? { value: value as Static<S> } : { problems: shape.Errors(value) };
  };
}

/** Of a schema whose parts are read one by one later, so that a part at fault is refused alone. */
const checkedInParts = 'x-checked-in-parts';

/** Nothing of ours is nested like this; what is could exhaust the stack of whoever walks through it. */
const deepest = 32;

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isNestedDeeper(member, levels - 1));
}

/** The schema with every object in it closed to members it does not name. */
function closed(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) => {
    const isObject = typeof part === 'object' && part !== null && 'properties' in part;
    return isObject ? { ...part, additionalProperties: false } : part;
  });
}

const unstorable = 'unstorable';

/** The refusal of a value with these problems: its shape is wrong, or there is text in it that cannot be stored. */
export function refusalFor(problems: readonly Problem[]): Refusal {
  const isOdd = problems.some(({ keyword }) => keyword === unstorable);
  return new Refusal(isOdd ? 'UNSTORABLE' : 'VALIDATION', detailsOf(problems));
}

/** The first problems as the details of a refusal, without the pointer's leading slash. */
function detailsOf(problems: readonly Problem[]): { path: string; code: string }[] {
  return problems
    .slice(0, 20)
    .map(({ instancePath, keyword }) => ({ path: instancePath.replace(/^\//, ''), code: keyword }));
}
