import { Dexie } from 'dexie';
import { blobOf } from '../db/files/blobs.ts';
import { openWithin, databaseOpenMs } from '../db/open.ts';
import { storeParkedCount } from '../db/parked-count.ts';
import { filesInDraft } from '../db/lost/rows-in-memory.ts';
import { UserDb } from '../db/schema.ts';
import { countedCommands } from '../db/unsent-commands.ts';
import { outboxStateOf } from '../db/outbox-state.ts';
import { textOfCommand, textOfDraft } from './unsent-file.ts';

/**
 * Text that a closed account has left on this device. Its owner can no longer sign in, and has just given the password:
 * on the sign-in page they read it, save it and delete it.
 */
export interface UnsentText {
  /** In ms since 1970, by this device's clock. */
  at: number;
  text: string;
  files: { name: string; bytes: Blob | null }[];
}

/** Returns what this user has written and not sent, oldest first. */
export async function unsentTextsOf(userId: string): Promise<UnsentText[]> {
  // Opening would create it.
  if (!(await Dexie.exists(new UserDb(userId).name))) return [];
  const db = new UserDb(userId);
  try {
    await openWithin(db, databaseOpenMs);
    const { pending, refused } = await outboxStateOf(db);
    const entries = countedCommands([...pending.unaccepted(), ...refused.map(({ entry }) => entry)]);
    const commands = entries.map(async (entry) => {
      const files = 'files' in entry.args ? (entry.args.files ?? []) : [];
      const bytes = files.map(async ({ name, sha256 }) => ({ name, bytes: (await blobOf(db, sha256)) ?? null }));
      return { at: entry.createdAt, text: textOfCommand(entry), files: await Promise.all(bytes) };
    });
    const drafts = (await db.drafts.toArray()).map(({ at, value }) => {
      const files = filesInDraft(value).map((bytes) => ({ name: (bytes as File).name, bytes }));
      return { at, text: textOfDraft(value), files };
    });
    const all = [...(await Promise.all(commands)), ...drafts];
    return all.filter(({ text, files }) => text !== '' || files.length > 0).sort((a, b) => a.at - b.at);
  } finally {
    db.close();
  }
}

/** Deletes all that this user has on this device. */
export async function deleteUnsentTexts(userId: string): Promise<void> {
  await new UserDb(userId).delete();
  storeParkedCount(userId, 0);
}
