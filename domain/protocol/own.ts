import { Type, type Static } from 'typebox';
import { id, listOf, page, text, when } from './parts.ts';

/** What somebody has of their own beside rooms and orders: the devices they are signed in on, and their files. */

export const devicesReply = listOf(
  Type.Object({
    id,
    browser: text,
    system: text,
    created_at: when,
    last_seen_at: when,
    current: Type.Boolean({ description: 'The one that asks' }),
  }),
);
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
export const ownFilesReply = listOf(ownFile);
export type OwnFilesReply = Static<typeof ownFilesReply>;

export const pageQuery = Type.Object(page);

/** The id at the end of the finished upload's address. */
export const keepFileBody = Type.Object({ upload_id: id });
