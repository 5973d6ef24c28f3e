import { isStaffed, roomTypes, type Side } from '#domain/account/room-types.ts';
import { type FileRef, type Message, type Room, problemWith } from '#domain/chat/chat.ts';
import { attachmentTypeOf, problemWithFiles } from '#domain/ground/attachments.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { reportFrom } from '#domain/chat/handoff-turn.ts';
import { mayWrite } from '#domain/account/permissions.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import { attachments } from '../../files/parts/attachments.ts';
import { messages } from '../parts/messages.ts';
import { rooms } from '../parts/rooms.ts';

/** Sends a message into a room. The message's id is the command's id. */
export const chatSend = command('chat.send', {
  uses: { rooms, messages, attachments },
  needs: ({ cmdId, args }) => ({
    rooms: [{ id: args.roomId }],
    messages: args.replyTo === undefined ? [cmdId] : [cmdId, args.replyTo],
    attachments: args.files,
  }),
  decide(work, { args, cmdId }) {
    const { room, side } = work.rooms.visible(args.roomId);
    // An ended plan closes its rooms for writing; their messages stay.
    if (side === 'user' && !mayWrite(work.actor, room.type)) throw new Refusal('FORBIDDEN');
    const earlier = work.messages.get(cmdId);
    if (earlier !== undefined) return sentAlready(work, earlier, room, args);
    const problem = problemWith({ content: args.content, files: args.files });
    if (problem !== undefined) throw new Refusal(problem);
    if (args.replyTo !== undefined && work.messages.get(args.replyTo)?.roomId !== room.id) {
      throw new Refusal('NOT_FOUND', [{ path: 'replyTo', code: 'NOT_FOUND' }]);
    }
    work.spend('messagesPerDay');
    const files = storedFiles(work, args.files);
    const stream = `room:${room.id}`;
    const message: Message = {
      ...writtenBy(work, side),
      id: cmdId,
      roomId: room.id,
      sseq: work.next(stream),
      content: args.content,
      files: files.map(({ ref }) => ref),
      replyTo: args.replyTo ?? null,
      createdAt: work.at,
      // A report of the failure finder is a handoff: a message with a card.
      ...(args.steps === undefined || side !== 'user' || room.type !== roomTypes.expert
        ? {}
        : { handoff: reportFrom({ roomId: room.id, steps: args.steps, note: args.note, at: work.at }) }),
    };
    work.append(stream, 'message.sent', { message }, isStaffed(room.type));
    attachAll(work, message, files);
    if (files.length > 0 && room.type === roomTypes.order)
      work.job('read_order_files', { userId: work.actor.id, messageId: message.id });
    return { messageId: cmdId, sseq: message.sseq };
  },
});

/** Returns sender type and author of a message by the actor, on this side of the room. */
export function writtenBy({ actor }: CommandRecord, side: Side): Pick<Message, 'senderType' | 'author'> {
  return side === 'user'
    ? { senderType: 'USER', author: { id: actor.id, name: actor.name, kind: 'user' } }
    : { senderType: 'SUPPORT', author: { id: actor.id, name: actor.name, kind: 'expert' } };
}

/**
 * Handles a message that exists although its receipt has expired: the same content succeeds, other content conflicts.
 */
function sentAlready(
  { actor }: CommandRecord,
  earlier: Message,
  room: Room,
  { content }: CommandArgs<'chat.send'>,
): object {
  const same = earlier.author.id === actor.id && earlier.roomId === room.id && earlier.content === content;
  if (!same) throw new Refusal('IDEMPOTENCY_CONFLICT');
  return { messageId: earlier.id, sseq: earlier.sseq };
}

type AttachmentsWork = Work<{ attachments: typeof attachments }>;

interface StoredFile {
  ref: FileRef;
  fileId: string;
}

/** Returns the stored files. @throws Refusal for files this user has not uploaded, and for ids that are in use */
export function storedFiles(work: AttachmentsWork, files: FileRef[]): StoredFile[] {
  return files.map((file, i) => attachable(work, file, i, files));
}

/** Attaches files to a message: users who see the message may then download them. */
export function attachAll(work: AttachmentsWork, message: Message, files: readonly StoredFile[]): void {
  for (const { ref, fileId } of files) {
    work.attachments.attach({ id: ref.id, fileId, messageId: message.id, roomId: message.roomId, name: ref.name });
  }
}

/** Returns the stored file. @throws Refusal if this user has not uploaded it, or the attachment id is in use */
function attachable({ attachments: known }: AttachmentsWork, file: FileRef, i: number, all: FileRef[]): StoredFile {
  const stored = known.stored(file.sha256);
  const taken = known.isUsed(file.id) || all.findIndex((other) => other.id === file.id) !== i;
  if (stored === undefined || taken) {
    throw new Refusal('NOT_FOUND', [{ path: `files/${i}`, code: stored === undefined ? 'NOT_STORED' : 'NOT_FOUND' }]);
  }
  // Staff upload reports too, which are larger.
  const problem = problemWithFiles([{ ...stored, name: file.name }]);
  if (problem !== undefined) throw new Refusal(problem);
  const mime = attachmentTypeOf(file.name) ?? stored.mime;
  return {
    ref: { id: file.id, name: cleanFileName(file.name), size: stored.size, mime, sha256: file.sha256 },
    fileId: stored.id,
  };
}
