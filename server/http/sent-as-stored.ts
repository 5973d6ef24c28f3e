import type { Readable } from 'node:stream';
import { type TSchema, Type } from 'typebox';

/** Describes a reply that is sent as bytes or as a stream. */
export const sentAsStored = (shape: TSchema, type = 'application/json') => ({
  description: 'Sent as it is stored.',
  content: { [type]: { schema: Type.Unsafe<Buffer | Readable>(shape) } },
});
