import type { PromiseExtended } from 'dexie';
import type { DeviceSettings } from '#domain/assistant/settings.ts';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import type { KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import { entriesOf, type KnowledgeLanguage, type SavedEntry } from '#domain/assistant/wire/saved-knowledge.ts';
import { readMeta, type SavedKnowledgeState, storeMeta } from '../../db/meta.ts';
import { applyTrees } from './finder-trees.ts';
import type { UserDb } from '../../db/schema.ts';

/** The knowledge base on this device, one row for each published entry, and the server's name of this state. */

export type SavedKnowledgeEntry = KnowledgeEntry & Partial<SavedEntry>;

/** State that a request for changes starts from. A reply is applied only to exactly this state. */
export interface KnowledgeBasis {
  stamp: string | undefined;
  /** Number of times that this device had started over; see `MetaValues`. */
  startedOver: number;
  /** Version of the assistant's settings on this device; undefined without any. */
  settings: number | undefined;
}

/** Returns the entries saved on this device, for offline answers. */
export function knowledgeOf(db: UserDb): Promise<SavedKnowledgeEntry[]> {
  return db.transaction('r!', db.knowledge, async () => db.knowledge.toArray());
}

/** Returns the entry with this id and the state it belongs to; undefined when it is not on this device. */
export function savedEntryOf(
  db: UserDb,
  id: string,
): PromiseExtended<{ entry: SavedKnowledgeEntry; state: SavedKnowledgeState | undefined } | undefined> {
  return db.transaction('r!', [db.knowledge, db.meta], async () => {
    const entry = await db.knowledge.get(id);
    return entry === undefined ? undefined : { entry, state: await readMeta(db, 'knowledge') };
  });
}

/** Returns the assistant's settings on this device; undefined while the server has sent none. */
export function assistantSettingsOf(db: UserDb): PromiseExtended<DeviceSettings | undefined> {
  return db.transaction('r!', db.meta, async () => readMeta(db, 'assistant'));
}

/** Returns the state of the saved knowledge; undefined while this version of the app has saved none. */
export function knowledgeStateOf(db: UserDb): PromiseExtended<SavedKnowledgeState | undefined> {
  return db.transaction('r!', db.meta, async () => readMeta(db, 'knowledge'));
}

/**
 * Returns what the next request starts from: nothing, if the user now reads another language, or if the app has no
 * trees of the failure finder yet, because an earlier version ignored them.
 */
export function knowledgeBasis(db: UserDb, language: KnowledgeLanguage): PromiseExtended<KnowledgeBasis> {
  return db.transaction('r!', db.meta, async () => {
    const state = await readMeta(db, 'knowledge');
    const startedOver = (await readMeta(db, 'startedOver')) ?? 0;
    const isUsable = state?.language === language && (await readMeta(db, 'finderLinks')) !== undefined;
    const settings = (await readMeta(db, 'assistant'))?.version;
    return { stamp: isUsable ? state.stamp : undefined, startedOver, settings };
  });
}

/**
 * Applies a reply in one transaction.
 * @returns false, with nothing written, when the entries are no longer in the state that was asked from: another tab
 * has applied a reply, or the device has started over or signed out
 */
export function applyKnowledge(
  db: UserDb,
  reply: KnowledgeReply,
  basis: KnowledgeBasis,
  about: Pick<SavedKnowledgeState, 'language' | 'at'>,
): PromiseExtended<boolean> {
  return db.transaction('rw!', [db.knowledge, db.meta], async () => {
    const state = await readMeta(db, 'knowledge');
    const startedOver = (await readMeta(db, 'startedOver')) ?? 0;
    const isSignedIn = (await readMeta(db, 'cursor')) !== undefined;
    if (!isSignedIn || startedOver !== basis.startedOver) return false;
    if (!reply.whole && state?.stamp !== basis.stamp) return false;
    await applyTrees(db, reply);
    if (reply.whole) await db.knowledge.clear();
    await db.knowledge.bulkDelete(reply.gone);
    await db.knowledge.bulkPut(entriesOf(reply.entries));
    if (reply.settings !== undefined) await storeMeta(db, 'assistant', reply.settings);
    await storeMeta(db, 'knowledge', { stamp: reply.stamp, ...about });
    return true;
  });
}
