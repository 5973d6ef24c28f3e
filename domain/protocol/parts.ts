import { Type, type TSchema } from 'typebox';
import { uuidPattern } from '../ids.ts';
import { limits } from '../limits.ts';

/** What the shapes of the calls are put together from. */

export const id = Type.String({ pattern: uuidPattern });
export const text = Type.String();
export const when = Type.String({ description: 'ISO-8601, UTC' });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const oneOf = <const T extends string | number>(...values: T[]) => Type.Unsafe<T>(Type.Enum(values));

/** A whole number that a column of type `integer` holds. */
export const int4 = (minimum: number) => Type.Integer({ minimum, maximum: 2_147_483_647 });

/** A whole number that both sides and a column of type `bigint` hold exactly. */
export const safeInteger = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });

/** The reply of a download: bytes of this content type. */
export const bytesOf = (contentType: string) => ({
  description: 'The bytes of the file.',
  content: { [contentType]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});

/** Which part of a list is asked for, in a query. */
export const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageRowsMost })),
};

/** A part of a list, with how long the whole is. */
export const listOf = <T extends TSchema>(items: T) =>
  Type.Object({ items: Type.Array(items), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });
