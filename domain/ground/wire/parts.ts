import { Type, type TSchema } from 'typebox';
import { uuidPattern } from '../ids.ts';
import { pageRowsMost } from '../page-rows.ts';

/** Schemas shared by several endpoints. */

export const id = Type.String({ pattern: uuidPattern });
export const idParams = Type.Object({ id });
/** A UUID in either case. */
export const uuid = Type.String({ pattern: uuidPattern.replaceAll('a-f', 'a-fA-F') });
export const text = Type.String();
export const cents = Type.Integer({ description: 'Integer cents' });
export const when = Type.String({ description: 'ISO-8601, UTC' });

/** Reply without content. */
export const nothing = Type.Null();

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const oneOf = <const T extends string | number>(...values: T[]) => Type.Unsafe<T>(Type.Enum(values));

/** Schema of one or more values that match a pattern, separated by commas. */
export const several = (pattern: string) =>
  Type.String({ pattern: `^(${pattern})(,(${pattern}))*$`, maxLength: 2_000 });

/** Schema of an integer that fits into a column of type `integer`. */
export const int4 = (minimum: number) => Type.Integer({ minimum, maximum: 2_147_483_647 });

/** Schema of an integer that JavaScript and a column of type `bigint` represent exactly. */
export const safeInteger = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });

/** A file of a message or an order, with its address. */
export const file = Type.Object({ id, name: text, size: Type.Integer(), mime: text, url: text });

/** Reply of a download: bytes of this content type. */
export const bytesOf = (contentType: string) => ({
  description: 'The bytes of the file.',
  content: { [contentType]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
});

/** Query fields that select a page of a list. `page` starts at 1. */
export const page = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: pageRowsMost })),
};

export const pageQuery = Type.Object(page);

/** A page of a list, with the length of the whole list as `total`. */
export const listOf = <T extends TSchema>(items: T) =>
  Type.Object({ items: Type.Array(items), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });

/** Idempotency key of a write. A repeated request has no further effect and gets the first reply. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'A UUID. The same key and body again: the same answer.' }),
  ),
});
