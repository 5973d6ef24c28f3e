import { isStaffed } from '#domain/account/room-types.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { isBlank } from '#domain/ground/text.ts';
import { command } from '../../spine/work/rules.ts';
import { messages } from '../../chat/parts/messages.ts';
import { rooms } from '../../chat/parts/rooms.ts';

/** Rates an answer. Only the customer of the room may; their last rating counts. */
export const feedbackGive = command('feedback.give', {
  uses: { rooms, messages },
  needs: ({ args }) => ({ rooms: [{ id: args.roomId }], messages: [args.answerId] }),
  decide(work, { args }) {
    const { room, side } = work.rooms.visible(args.roomId);
    const answer = work.messages.get(args.answerId);
    const answers = answer?.author.kind === 'assistant' || answer?.author.kind === 'expert';
    if (answer === undefined || answer.roomId !== room.id || !answers || answer.author.id === work.actor.id) {
      throw new Refusal('NOT_FOUND');
    }
    if (side !== 'user') throw new Refusal('FORBIDDEN');
    const comment = isBlank(args.comment ?? '') ? null : (args.comment?.trim() ?? null);
    const feedback = { roomId: room.id, answerId: answer.id, by: work.actor.id, rating: args.rating, comment };
    work.append(`room:${room.id}`, 'feedback.given', feedback, isStaffed(room.type));
    return { answerId: answer.id, rating: args.rating };
  },
});
