import { isStaffed } from '#domain/account/room-types.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import type { Handler } from '../../spine/work/handler.ts';

/** Rates an answer. Only the customer of the room may; their last rating counts. */
export const feedbackGive: Handler<'feedback.give'> = {
  needs: ({ args }) => ({ rooms: [args.roomId], messages: [args.answerId] }),
  handle(work, { args, cmdId }) {
    const { room, side } = work.visibleRoom(args.roomId);
    const answer = work.messages.get(args.answerId);
    const answers = answer?.author.kind === 'assistant' || answer?.author.kind === 'expert';
    if (answer === undefined || answer.roomId !== room.id || !answers || answer.author.id === work.actor.id) {
      throw new Refusal('NOT_FOUND');
    }
    if (side !== 'user') throw new Refusal('FORBIDDEN');
    const comment = isBlank(args.comment ?? '') ? null : (args.comment?.trim() ?? null);
    const feedback = { roomId: room.id, answerId: answer.id, by: work.actor.id, rating: args.rating, comment };
    work.append(`room:${room.id}`, 'feedback.given', feedback, cmdId, isStaffed(room.type));
    return { answerId: answer.id, rating: args.rating };
  },
};
