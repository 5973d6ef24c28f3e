import { isStaffed } from '#domain/room-types.ts';
import { redacted } from '#domain/events.ts';
import { Refusal } from '#domain/errors.ts';
import { isStaff } from '#domain/permissions.ts';
import type { Handler } from '../work/handler.ts';

/** Deletes the content of a message from the log, the rows and all devices. Its author or staff may do that. */
export const messageRedact: Handler<'message.redact'> = {
  needs: ({ args }) => ({ rooms: [args.roomId], messages: [args.messageId] }),
  handle(work, { args, cmdId }) {
    const { room } = work.visibleRoom(args.roomId);
    const message = work.messages.get(args.messageId);
    if (message === undefined || message.roomId !== room.id) throw new Refusal('NOT_FOUND');
    if (message.author.id !== work.actor.id && !isStaff(work.actor)) throw new Refusal('FORBIDDEN');
    if (message.redacted === true) return { messageId: message.id };
    const fact = { message: redacted(message), by: work.actor.id, at: work.at };
    work.append(`room:${room.id}`, 'message.redacted', fact, cmdId, isStaffed(room.type));
    return { messageId: message.id };
  },
};
