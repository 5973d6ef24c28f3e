import type { Message } from '#domain/chat/chat.ts';
import { isStaffed } from '#domain/account/room-types.ts';
import { answerIdOf } from '#domain/spine/commands.ts';
import { redacted } from '#domain/spine/fold-room.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isStaff } from '#domain/account/permissions.ts';
import { command } from '../../spine/work/rules.ts';
import { messages } from '../parts/messages.ts';
import { rooms } from '../parts/rooms.ts';

/** Deletes the content of a message from the log, the rows and all devices. Its author, staff and the server may do that. */
export const messageRedact = command('message.redact', {
  uses: { rooms, messages },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }], messages: [args.messageId, answerIdOf(args.messageId)] }),
  decide(work, { args }) {
    const { room } = work.rooms.visible(args.roomId);
    const message = work.messages.get(args.messageId);
    if (message === undefined || message.roomId !== room.id) throw new Refusal('NOT_FOUND');
    const mayRedact = message.author.id === work.actor.id || isStaff(work.actor) || work.as === 'system';
    if (!mayRedact) throw new Refusal('FORBIDDEN');
    if (message.redacted === true) return { messageId: message.id };
    const fact = { message: redacted(message), by: work.actor.id, at: work.at };
    const isForStaff = isStaffed(room.type);
    work.append(`room:${room.id}`, 'message.redacted', fact, isForStaff);
    const answer = work.messages.get(answerIdOf(message.id));
    // An answer may name or quote the question's files, so it is redacted with them.
    if (answer !== undefined && namesFiles(answer))
      work.append(`room:${room.id}`, 'message.redacted', { ...fact, message: redacted(answer) }, isForStaff);
    return { messageId: message.id };
  },
});

function namesFiles({ answer }: Message): boolean {
  if (answer === undefined) return false;
  return answer.fileNotes !== undefined || answer.sources.some(({ file }) => file !== undefined);
}
