import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Refusal } from '#domain/errors.ts';
import { unstorableIn } from '#domain/text.ts';

/** What is wrong with a value, as validation errors name it: a JSON pointer to the member and the rule that was broken. */
export interface Problem {
  instancePath: string;
  keyword: string;
}

/**
 * Reads values of one schema: they must fit as they are, have no member that the schema does not name, and no text in them
 * may be such that it cannot be stored.
 */
export type Reader<T> = (received: unknown) => { value: T } | { problems: Problem[] };

/** Makes the reader of a schema. */
export function readerOf<S extends TSchema>(schema: S): Reader<Static<S>> {
  const shape = Compile<TSchema>(closed(schema));
  const isCheckedInParts = checkedInParts in schema;
  return (received) => {
    if (isNestedDeeper(received, deepest)) return { problems: [{ instancePath: '', keyword: 'depth' }] };
    const odd = isCheckedInParts ? undefined : unstorableIn(received);
    if (odd !== undefined) return { problems: [{ instancePath: `/${odd}`, keyword: unstorable }] };
    if (shape.Check(received)) return { value: received as Static<S> };
    return { problems: problemsOf(shape.Errors(received)) };
  };
}

/** Of a schema whose parts are read one by one later, so that a part at fault is refused alone. */
const checkedInParts = 'x-checked-in-parts';

type Errors = ReturnType<Validator['Errors']>;

/** Each problem at the member it is about: one that is missing, or one that nobody knows. */
export function problemsOf(errors: Errors): Problem[] {
  return errors.flatMap(({ instancePath, keyword, params, schemaPath }) => {
    // Said a second time, of the object around it.
    if (keyword === 'additionalProperties') return [];
    const isUnknown = keyword === 'boolean' && schemaPath.endsWith('/additionalProperties');
    const missing = 'requiredProperties' in params ? params.requiredProperties[0] : undefined;
    return [
      {
        instancePath: missing === undefined ? instancePath : `${instancePath}/${missing}`,
        keyword: isUnknown ? 'additionalProperties' : keyword,
      },
    ];
  });
}

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
