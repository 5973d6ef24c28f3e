import { Type, type Static } from 'typebox';
import { uuidPattern } from '../ids.ts';
import { limits } from '../limits.ts';

/** What somebody has of their own beside rooms and orders: the devices they are signed in on, and their files. */

const id = Type.String({ pattern: uuidPattern });
const text = Type.String();
const when = Type.String({ description: 'ISO-8601, UTC' });
const counts = { total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() };

export const devicesReply = Type.Object({
  items: Type.Array(
    Type.Object({
      id,
      browser: text,
      system: text,
      created_at: when,
      last_seen_at: when,
      current: Type.Boolean({ description: 'The one that asks' }),
    }),
  ),
  ...counts,
});
export type DevicesReply = Static<typeof devicesReply>;

export const endedReply = Type.Object({ ended: Type.Integer() });

const ownFile = Type.Object({
  id,
  name: text,
  size: Type.Integer(),
  mime: text,
  url: text,
  created_at: when,
});
export const ownFileReply = ownFile;
export const ownFilesReply = Type.Object({ items: Type.Array(ownFile), ...counts });
export type OwnFilesReply = Static<typeof ownFilesReply>;

export const pageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageRowsMost })),
});

/** The id at the end of the finished upload's address. */
export const keepFileBody = Type.Object({ upload_id: id });
