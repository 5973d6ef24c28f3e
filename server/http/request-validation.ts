import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { Compile } from 'typebox/compile';
import { IsInteger, IsObject, type TSchema } from 'typebox';
import { lazily } from '../ground/lazily.ts';
import { schemaProblemsOf, validatorOf, refusalFor } from '../ground/validation.ts';

/**
 * Validates requests against the TypeBox schemas of the folders `wire` of `domain/`. Unknown fields of bodies and query strings are
 * refused, and so are texts that cannot be stored. Bodies are not converted; numbers in query strings are.
 */
const compiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, contentType }) => {
  // Forms are parsed part by part and checked in `server/chat/routes/message-form.ts`.
  if (contentType === 'multipart/form-data') return (received: unknown) => ({ value: received });
  if (httpPart === 'headers') {
    const compiledOnce = lazily(() => Compile(schema));
    return (received: unknown) => {
      const compiled = compiledOnce();
      return compiled.Check(received)
        ? { value: received }
        : { error: refusalFor(schemaProblemsOf(compiled.Errors(received))) };
    };
  }
  const validate = validatorOf(schema);
  return (received: unknown) => {
    const result = validate(httpPart === 'body' ? received : withNumbers(schema, received));
    return 'value' in result ? result : { error: refusalFor(result.problems) };
  };
};

/** Makes `app` validate requests with TypeBox. */
export function validateRequests(app: FastifyInstance): void {
  app.setValidatorCompiler(compiler);
}

/** Converts texts of a query string to integers where the schema expects them. */
function withNumbers(schema: TSchema, received: unknown): unknown {
  if (typeof received !== 'object' || received === null || !IsObject(schema)) return received;
  return Object.fromEntries(
    Object.entries(received).map(([name, value]) => {
      const property = schema.properties[name];
      const isNumber = property !== undefined && IsInteger(property) && /^-?[0-9]{1,15}$/.test(String(value));
      return [name, isNumber ? Number(value) : value];
    }),
  );
}
