import { problemWithQuestion } from '#domain/chat.ts';
import { Refusal } from '#domain/errors.ts';
import type { CommandContext } from '../db/context.ts';
import { append } from '../db/outbox.ts';
import { keepSavedAnswer } from '../db/saved-answers.ts';

/** Asks the assistant; without a room it opens one of the chat's type first. */
export async function askQuestion(
  ctx: CommandContext,
  question: { roomId?: string; text: string; chatType: 1 | 2 | 3 | 4 },
): Promise<{ roomId: string; cmdId: string }> {
  const { text, chatType } = question;
  const problem = problemWithQuestion(text);
  if (problem !== undefined) throw new Refusal(problem);
  const roomId = question.roomId ?? ctx.newId();
  const cmdId = ctx.newId();
  const opened =
    question.roomId === undefined
      ? [append(ctx, { cmdId: ctx.newId(), type: 'room.open', args: { roomId, type: chatType } })]
      : [];
  await Promise.all([...opened, append(ctx, { cmdId, type: 'question.ask', args: { roomId, text, chatType } })]);
  void answerMeanwhile(ctx, cmdId, text, chatType);
  return { roomId, cmdId };
}

/** The device's own answer is a courtesy: whatever goes wrong with it, the question is safe. */
async function answerMeanwhile(ctx: CommandContext, questionId: string, text: string, chatType: 1 | 2 | 3 | 4) {
  try {
    const saved = await ctx.answerFromSaved?.({ questionId, text, chatType });
    if (saved !== undefined && saved !== null) await keepSavedAnswer(ctx.db, questionId, saved);
  } catch {
    // Without the worker or room for a draft there is simply no answer yet.
  }
}
