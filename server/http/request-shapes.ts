import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { Compile } from 'typebox/compile';
import { IsInteger, IsObject, type TSchema } from 'typebox';
import { problemsOf, readerOf, refusalFor } from '../shapes.ts';

/**
 * Checks what comes in against the TypeBox schemas of `domain/protocol`. Fields that the schema does not name are refused,
 * of bodies and of query strings, and so is text that cannot be stored. A body's types must be right, while the texts of a
 * query string are read as the numbers they stand for.
 */
const compiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, contentType }) => {
  // A form is read part by part, and checked by whoever reads it: `routes/message-form.ts`.
  if (contentType === 'multipart/form-data') return (received: unknown) => ({ value: received });
  if (httpPart === 'headers') {
    const shape = Compile(schema);
    return (received: unknown) =>
      shape.Check(received) ? { value: received } : { error: refusalFor(problemsOf(shape.Errors(received))) };
  }
  const reader = readerOf(schema);
  return (received: unknown) => {
    const read = reader(httpPart === 'body' ? received : withNumbers(schema, received));
    return 'value' in read ? read : { error: refusalFor(read.problems) };
  };
};

/** Makes `app` check requests by TypeBox. */
export function checkShapes(app: FastifyInstance): void {
  app.setValidatorCompiler(compiler);
}

/** Query strings are texts; where a whole number is expected and the text is one, it is read as one. */
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
