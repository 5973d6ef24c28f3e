import type { FileRef } from '#domain/chat/chat.ts';
import { discardWaiting } from '../../db/send-again.ts';
import { blobOf } from '../../db/files/blobs.ts';
import type { CommandContext } from '../../db/context.ts';
import { changeDraft } from '../../db/drafts.ts';
import { isEntry } from '../../db/schema.ts';
import { type WaitingEntry, waitingOf } from '../../db/unsent-commands.ts';
import { saveTyping } from '../../session/typing-kept.ts';
import { isSameContent, joinContents, emptyBox, type BoxContent } from '../../db/box-content.ts';

/**
 * Moves an unsent message with its files back into its box, after the text there, and withdraws its command. The text
 * is in the box before the command is withdrawn.
 * @param key the box, if not that of the message's room
 * @returns false when the command was sent already
 */
export async function editAgain(ctx: CommandContext, cmdId: string, key?: string): Promise<boolean> {
  const { db } = ctx;
  const item = await find(ctx, cmdId);
  if (item === undefined) return false;
  const again = { text: textIn(item), files: await filesOf(ctx, item) };
  // Text being typed is saved first, and stays before it.
  await saveTyping().catch(() => undefined);
  const box = key ?? item.lane;
  let before = emptyBox;
  const after = await changeDraft<BoxContent>(db, box, (row = emptyBox) => {
    before = row;
    return joinContents(row, again);
  });
  await discardWaiting(ctx, cmdId);
  if ((await find(ctx, cmdId)) === undefined) return true;
  await changeDraft<BoxContent>(db, box, (row) => (row && after && isSameContent(row, after) ? filled(before) : row));
  return false;
}

/** Whether a command has a text that can return to its box. */
export function isEditable({ state, type }: WaitingEntry): boolean {
  return state !== 'sent' && (type === 'chat.send' || type === 'question.ask');
}

/** Returns the files of a pending message, question or report. */
export function filesIn({ entry }: WaitingEntry): FileRef[] {
  if (isEntry(entry, 'question.ask')) return entry.args.files ?? [];
  return isEntry(entry, 'chat.send') || isEntry(entry, 'report.add') ? entry.args.files : [];
}

async function find({ db }: CommandContext, cmdId: string): Promise<WaitingEntry | undefined> {
  return (await waitingOf(db)).find((item) => item.cmdId === cmdId);
}

function textIn({ entry }: WaitingEntry): string {
  if (isEntry(entry, 'chat.send')) return entry.args.content;
  return isEntry(entry, 'question.ask') ? entry.args.text : '';
}

/** Returns the files whose bytes are on this device. */
async function filesOf({ db }: CommandContext, item: WaitingEntry): Promise<File[]> {
  const files = filesIn(item).map(async ({ name, mime, sha256 }) => {
    const bytes = await blobOf(db, sha256);
    return bytes === undefined ? [] : [new File([bytes], name, { type: mime })];
  });
  return (await Promise.all(files)).flat();
}

function filled(written: BoxContent): BoxContent | undefined {
  return isSameContent(written, emptyBox) ? undefined : written;
}
