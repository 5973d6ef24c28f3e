import type { Message } from '#domain/chat/chat.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { ApproveBody } from '#domain/assistant/wire/records.ts';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';
import { cutText } from '#domain/ground/text.ts';
import {
  approvedReply,
  type ApprovedReply,
  hasOtherExpert,
  keepApproved,
  lockReply,
  questionBefore,
} from '../store/approved-replies.ts';
import { settleQuestions } from '../store/question-decisions.ts';
import { writeQnas } from '../store/qna-writes.ts';
import type { Db, Tx } from '../../database/db.ts';

/** Category of drafts until an expert chooses another. */
const draftCategory = 'From experts';

/** Returns what a Q&A from a reply would say: the customer's message before it, and the reply. */
export async function draftOf(db: Db | Tx, reply: Message): Promise<{ question: string; answer: string }> {
  const before = await questionBefore(db, reply);
  const question = (before?.content ?? '').replace(/\s+/g, ' ').trim();
  return { question: cutText(question, 500), answer: cutText(reply.content.trim(), 10_000) };
}

/**
 * Makes a draft of a Q&A from an expert's reply, once. The question that was handed over is dealt with by it: its asker is
 * told when it is published.
 * @throws Refusal INVALID when question or answer are empty; FORBIDDEN for the author while another expert could approve
 */
export async function approveReply(
  tx: Tx,
  reply: Message,
  { body, by }: { body: ApproveBody; by: string },
): Promise<ApprovedReply> {
  await lockReply(tx, reply.id);
  const earlier = await approvedReply(tx, reply.id);
  if (earlier !== undefined) return earlier;
  if (reply.author.id === by && (await hasOtherExpert(tx, by))) {
    const message = 'You wrote this reply. Another expert has to approve it.';
    throw new Refusal('FORBIDDEN', { rule: 'OWN' }, message);
  }
  const prefilled = await draftOf(tx, reply);
  const fields: QnaFields = {
    ...emptyQna,
    large: body.large_category ?? draftCategory,
    question: (body.question ?? prefilled.question).trim(),
    answer: (body.answer ?? prefilled.answer).trim(),
  };
  const problems = problemsWithQna(fields);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const written = await writeQnas(tx, [{ fields }], { change: 'create', by, note: "From an expert's reply" });
  const qnaId = 'ids' in written ? written.ids[0] : undefined;
  if (qnaId === undefined) throw new Error('a draft was not written');
  await keepApproved(tx, { messageId: reply.id, qnaId, by });
  const handedOver = (await questionBefore(tx, reply))?.handoff?.questionId ?? undefined;
  if (handedOver !== undefined) await settleQuestions(tx, [handedOver], { qnaId, by });
  const made = await approvedReply(tx, reply.id);
  if (made === undefined) throw new Error('an approved reply was not stored');
  return made;
}
