import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Refusal } from '#domain/ground/errors.ts';
import { lazily } from './lazily.ts';
import { unstorableIn } from '#domain/ground/text.ts';

/** Deepest nesting of JSON that is accepted. Deeper values could overflow the stack of code that walks them. */
const jsonDepth = 32;

/** A validation error: a JSON pointer to the member, and the violated rule. */
export interface SchemaProblem {
  instancePath: string;
  keyword: string;
}

/**
 * Validates values against a schema, without conversions. Unknown members and texts that cannot be stored are errors.
 */
export type Validate<T> = (received: unknown) => { value: T } | { problems: SchemaProblem[] };

/** Returns the reader of a schema. It is compiled when it is first used, because most are not used for long. */
export function validatorOf<S extends TSchema>(schema: S): Validate<Static<S>> {
  const compiledOnce = lazily(() => Compile<TSchema>(closed(schema)));
  const isCheckedInParts = checkedInParts in schema;
  return (received) => {
    if (isNestedDeeper(received, jsonDepth)) return { problems: [{ instancePath: '', keyword: 'depth' }] };
    const unstorablePath = isCheckedInParts ? undefined : unstorableIn(received);
    if (unstorablePath !== undefined)
      return { problems: [{ instancePath: `/${unstorablePath}`, keyword: unstorable }] };
    const compiled = compiledOnce();
    if (compiled.Check(received)) return { value: received as Static<S> };
    return { problems: schemaProblemsOf(compiled.Errors(received)) };
  };
}

/** Marks a schema whose parts are validated later, one by one, so that only an invalid part is refused. */
const checkedInParts = 'x-checked-in-parts';

type Errors = ReturnType<Validator['Errors']>;

/** Returns the problems, each at its member, including missing and unknown members. */
export function schemaProblemsOf(errors: Errors): SchemaProblem[] {
  return errors.flatMap(({ instancePath, keyword, params, schemaPath }) => {
    // Reported a second time, for the object around it.
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

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isNestedDeeper(member, levels - 1));
}

/** Returns the schema with all its objects closed to unknown members. */
function closed(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) => {
    const isObject = typeof part === 'object' && part !== null && 'properties' in part;
    return isObject ? { ...part, additionalProperties: false } : part;
  });
}

const unstorable = 'unstorable';

/** Returns the refusal of an invalid value: VALIDATION, or UNSTORABLE for texts that cannot be stored. */
export function refusalFor(problems: readonly SchemaProblem[]): Refusal {
  const isUnstorable = problems.some(({ keyword }) => keyword === unstorable);
  return new Refusal(isUnstorable ? 'UNSTORABLE' : 'VALIDATION', detailsOf(problems));
}

/** Returns the first problems as details of a refusal, without the pointer's leading slash. */
function detailsOf(problems: readonly SchemaProblem[]): { path: string; code: string }[] {
  return problems
    .slice(0, 20)
    .map(({ instancePath, keyword }) => ({ path: instancePath.replace(/^\//, ''), code: keyword }));
}
