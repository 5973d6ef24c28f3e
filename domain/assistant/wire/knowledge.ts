import { Type, type Static } from 'typebox';
import { treeInUse } from './finder.ts';
import type { DeviceSettings } from '../settings.ts';
import { int4, nullable, oneOf, text } from '../../ground/wire/parts.ts';

/** Wire format of the knowledge base on its way to devices. */

/** Header of a snapshot request: with `apart`, the device asks for the knowledge base separately. */
export const knowledgeHeader = 'x-vfp-knowledge';

const texts = Type.Array(text);

/** Entries by column: texts of one kind side by side need a tenth less when compressed. All columns are equally long. */
const knowledgeColumns = Type.Object({
  id: texts,
  large: texts,
  medium: texts,
  small: texts,
  question: texts,
  alternatives: Type.Array(texts),
  /** Empty when the device asked for another language that the entry has. */
  answer: texts,
  keywords: Type.Array(texts),
  urls: Type.Array(texts),
  /** Named sources of the facts. */
  sources: Type.Array(texts),
  /** Day of the last change, as YYYY-MM-DD. */
  changedOn: texts,
  /** Day after which the facts may be out of date, as YYYY-MM-DD. */
  checkBy: Type.Array(nullable(text)),
  /** Day on which our editors checked the facts against the sources; older servers do not send it. */
  checkedOn: Type.Optional(Type.Array(nullable(text))),
  koQuestion: Type.Array(nullable(text)),
  koAlternatives: Type.Array(texts),
  koAnswer: Type.Array(nullable(text)),
});
export type KnowledgeColumns = Static<typeof knowledgeColumns>;

export const knowledgeQuery = Type.Object({
  /** The `stamp` of the last reply; without it, or if it is unknown, the reply is whole. */
  stamp: Type.Optional(Type.String({ maxLength: 200 })),
  /** The language the user reads. Other languages are left out when all of them would be too much for a device. */
  language: Type.Optional(oneOf('en', 'ko')),
  /** The version of the assistant's settings on the device; without it, or if another is in force, the reply has them. */
  settings: Type.Optional(int4(0)),
});

const welcome = Type.Object({
  title: Type.Optional(text),
  text: Type.Optional(text),
  starters: Type.Optional(texts),
});

/** The assistant's settings: what differs from the product's. */
const deviceSettings = Type.Unsafe<DeviceSettings>(
  Type.Object({
    version: Type.Integer(),
    /** Texts shown before the first question, by chat tab and language. */
    welcome: Type.Record(text, Type.Record(text, welcome)),
  }),
);

export const knowledgeReply = Type.Object({
  /** Opaque; identifies the state that a device has after it has applied this reply. */
  stamp: text,
  /** Whether `entries` are all entries, which replace those on the device; otherwise they are the changed ones. */
  whole: Type.Boolean(),
  entries: knowledgeColumns,
  /** Ids of entries that were deleted or are no longer published. */
  gone: texts,
  /**
   * Trees of the failure finder: all of them in a whole reply, otherwise the changed ones. Older servers do not send them,
   * and older devices ignore them.
   */
  trees: Type.Optional(Type.Array(treeInUse)),
  /** Missing when the device has them; older servers do not send them. */
  settings: Type.Optional(deviceSettings),
});
export type KnowledgeReply = Static<typeof knowledgeReply>;
