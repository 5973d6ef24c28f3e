import { discardWaiting } from '../../commands/waiting.ts';
import { blobOf } from '../../db/blobs.ts';
import type { CommandContext } from '../../db/context.ts';
import { clearDraft, draftOf, saveDraft } from '../../db/drafts.ts';
import { isEntry } from '../../db/project-room.ts';
import { waitingOf } from '../../db/views.ts';
import type { WaitingThing } from './waiting-things.ts';

/**
 * Puts a message that has not left back into the box it was written in, behind what is being written there, and takes it
 * out of the queue; false when it is on its way already. The text is in the box before it leaves the queue.
 */
export async function editAgain(ctx: CommandContext, { item, files }: WaitingThing): Promise<boolean> {
  const { db } = ctx;
  const key = item.lane;
  const before = await draftOf<{ text: string; files: File[] }>(db, key);
  const again = await Promise.all(
    files.map(async ({ name, mime, sha256 }) => {
      const bytes = await blobOf(db, sha256);
      return bytes === undefined ? [] : [new File([bytes], name, { type: mime })];
    }),
  );
  const texts = [before?.text ?? '', textIn(item)].filter((text) => text !== '');
  await saveDraft(db, key, { text: texts.join('\n'), files: [...(before?.files ?? []), ...again.flat()] });
  await discardWaiting(ctx, item.cmdId);
  const stays = (await waitingOf(db)).some(({ cmdId }) => cmdId === item.cmdId);
  if (!stays) return true;
  await (before === undefined ? clearDraft(db, key) : saveDraft(db, key, before));
  return false;
}

/** Whether it is text that goes back into a box. */
export function isEditable({ item }: Pick<WaitingThing, 'item'>): boolean {
  return item.state !== 'sent' && (item.type === 'chat.send' || item.type === 'question.ask');
}

function textIn({ entry }: WaitingThing['item']): string {
  if (isEntry(entry, 'chat.send')) return entry.args.content;
  return isEntry(entry, 'question.ask') ? entry.args.text : '';
}
