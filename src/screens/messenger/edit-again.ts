import type { FileRef } from '#domain/chat.ts';
import { discardWaiting } from '../../commands/waiting.ts';
import { blobOf } from '../../db/blobs.ts';
import type { CommandContext } from '../../db/context.ts';
import { changeDraft } from '../../db/drafts.ts';
import { isEntry } from '../../db/project-room.ts';
import type { WaitingEntry } from '../../db/waiting-view.ts';
import { waitingOf } from '../../db/views.ts';
import { saveTyping } from '../../session/typing-kept.ts';
import { isSame, joined, nothing, type Written } from './written.ts';

/**
 * Puts a message that has not left back into the box it was written in, behind what is being written there, with its
 * files, and takes it out of the queue; false when it is on its way already. The text is in the box before it leaves the
 * queue. `key` names the box where it is another than that of the message's room.
 */
export async function editAgain(ctx: CommandContext, cmdId: string, key?: string): Promise<boolean> {
  const { db } = ctx;
  const item = await find(ctx, cmdId);
  if (item === undefined) return false;
  const again = { text: textIn(item), files: await filesOf(ctx, item) };
  // What is typed right now stands before it.
  await saveTyping().catch(() => undefined);
  const box = key ?? item.lane;
  let before = nothing;
  const after = await changeDraft<Written>(db, box, (row = nothing) => {
    before = row;
    return joined(row, again);
  });
  await discardWaiting(ctx, cmdId);
  if ((await find(ctx, cmdId)) === undefined) return true;
  await changeDraft<Written>(db, box, (row) => (row && after && isSame(row, after) ? filled(before) : row));
  return false;
}

/** Whether it is text that goes back into a box. */
export function isEditable({ state, type }: WaitingEntry): boolean {
  return state !== 'sent' && (type === 'chat.send' || type === 'question.ask');
}

/** The files of a message or a question that waits. */
export function filesIn({ entry }: WaitingEntry): FileRef[] {
  if (isEntry(entry, 'question.ask')) return entry.args.files ?? [];
  return isEntry(entry, 'chat.send') ? entry.args.files : [];
}

async function find({ db }: CommandContext, cmdId: string): Promise<WaitingEntry | undefined> {
  return (await waitingOf(db)).find((item) => item.cmdId === cmdId);
}

function textIn({ entry }: WaitingEntry): string {
  if (isEntry(entry, 'chat.send')) return entry.args.content;
  return isEntry(entry, 'question.ask') ? entry.args.text : '';
}

/** Those whose bytes are still on this device. */
async function filesOf({ db }: CommandContext, item: WaitingEntry): Promise<File[]> {
  const files = filesIn(item).map(async ({ name, mime, sha256 }) => {
    const bytes = await blobOf(db, sha256);
    return bytes === undefined ? [] : [new File([bytes], name, { type: mime })];
  });
  return (await Promise.all(files)).flat();
}

function filled(written: Written): Written | undefined {
  return isSame(written, nothing) ? undefined : written;
}
