import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { fieldsOfBody, replyOfQna } from '#domain/assistant/wire/qna-fields.ts';
import { type QnaReply, routesOfQnas } from '#domain/assistant/wire/qnas.ts';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';
import { settleQuestions } from '../store/question-decisions.ts';
import { contentOfVersion, lastVersion } from '../store/qna-versions.ts';
import { lockQnas, type QnaChange, type QnaWrite, writeQnas } from '../store/qna-writes.ts';
import { readQna, readQnas } from '../store/qnas.ts';
import { removeAnswers, resumeAnswers, stopAnswers } from '../store/stopped-answers.ts';
import type { Tx } from '../../database/db.ts';
import type { AssistantDeps } from '../deps.ts';
import { serving } from '../../http/serve-routes.ts';

/**
 * Registers the writes of experts to Q&As. Each write makes a version; the assistant answers from it after the next
 * sync. A write names the version that its editor saw: another one is refused as STALE, with the stored one. Once a Q&A
 * is stopped or deleted, the assistant no longer answers from it.
 */
export function qnaWriteRoutes(
  app: FastifyInstance,
  { reloadKnowledge }: Pick<AssistantDeps, 'reloadKnowledge'>,
): void {
  const serve = serving(app, routesOfQnas);

  serve('POST /qnas', async ({ tx, body, query: { questions }, session }) => {
    const fields = checked(fieldsOfBody(body, emptyQna));
    const qna = await written(tx, { fields }, { change: 'create', by: session.user.id });
    if (questions !== undefined)
      await settleQuestions(tx, questions.split(','), { qnaId: qna.id, by: session.user.id });
    return qna;
  });

  serve('PUT /qnas/:id', async ({ tx, params: { id }, body: { version, ...body }, session }) => {
    const stored = await readQna(tx, id);
    // Fields that are left out stay as they are, so a deleted Q&A cannot be changed.
    if (stored === undefined) throw await goneOrMissing(tx, id);
    const fields = checked(fieldsOfBody(body, stored), stored);
    return await written(tx, { id, version, fields }, { change: 'update', by: session.user.id });
  });

  serve('DELETE /qnas/:id', async ({ tx, params: { id }, query: { version }, session, afterCommit }, reply) => {
    if ((await readQna(tx, id)) === undefined) throw await goneOrMissing(tx, id);
    await writeAll(tx, [{ id, ...(version === undefined ? {} : { version }), fields: null }], {
      change: 'delete',
      by: session.user.id,
    });
    // A deleted Q&A may be wrong, so the assistant stops answering from it before the next sync.
    if (await removeAnswers(tx, [id])) afterCommit.push(reloadKnowledge);
    reply.code(204);
  });

  serve('POST /qnas/:id/stop', ({ tx, params: { id }, session, afterCommit }) =>
    stop(tx, id, session.user.id, () => afterCommit.push(reloadKnowledge)),
  );

  serve('POST /qnas/:id/resume', ({ tx, params: { id }, session, afterCommit }) =>
    resume(tx, id, session.user.id, () => afterCommit.push(reloadKnowledge)),
  );

  serve('POST /qnas/:id/versions/:version/restore', ({ tx, params: { id, version }, body: { replaces }, session }) =>
    restore(tx, { id, version, replaces }, session.user.id),
  );

  serve('POST /qnas/publish', async ({ tx, body: { status, items }, session }) => ({
    items: await publish(tx, items, status, session.user.id),
  }));
}

/** Stops answers from a Q&A. @param stopped called unless it is not answered from already */
async function stop(tx: Tx, id: string, by: string, stopped: () => void): Promise<QnaReply> {
  await lockQnas(tx);
  const stored = await readQna(tx, id);
  if (stored === undefined) throw await goneOrMissing(tx, id);
  if (!stored.isAnswered) return replyOfQna(stored);
  // Whatever version a colleague has just written: a wrong answer is not given while editors agree.
  await writeAll(tx, [{ id, fields: { ...stored, status: 'needs_check' } }], { change: 'stop', by });
  await stopAnswers(tx, id);
  stopped();
  return replyOfQna((await readQna(tx, id)) ?? stored);
}

/** Takes a stop back. @param resumed called unless it is answered from already @throws STALE when it was not stopped */
async function resume(tx: Tx, id: string, by: string, resumed: () => void): Promise<QnaReply> {
  await lockQnas(tx);
  const stored = await readQna(tx, id);
  if (stored === undefined) throw await goneOrMissing(tx, id);
  if (stored.isAnswered) return replyOfQna(stored);
  if (!stored.isStopped) throw new Refusal('STALE', { now: replyOfQna(stored) });
  const before = await contentOfVersion(tx, id, stored.version - 1);
  const fields = { ...stored, status: before?.status ?? 'published' };
  await writeAll(tx, [{ id, fields }], { change: 'resume', by });
  await resumeAnswers(tx, id, stored.version);
  resumed();
  return replyOfQna((await readQna(tx, id)) ?? stored);
}

/** Writes an earlier version again; `replaces` is the version that the editor saw. */
async function restore(
  tx: Tx,
  { id, version, replaces }: { id: string; version: number; replaces: number },
  by: string,
): Promise<QnaReply> {
  const content = requireFound(await contentOfVersion(tx, id, version));
  const stored = await readQna(tx, id);
  // A deletion is a version too: what was deleted is stored again on top of it.
  const isDeleted = stored === undefined && (await lastVersion(tx, id)) === replaces;
  const write: QnaWrite = { id, fields: checked(content, content), ...(isDeleted ? {} : { version: replaces }) };
  return await written(tx, write, { change: 'restore', by, note: String(version) });
}

/** Gives Q&As a status. */
async function publish(
  tx: Tx,
  items: readonly { id: string; version: number }[],
  status: QnaFields['status'],
  by: string,
): Promise<QnaReply[]> {
  const named = items.map(({ id }) => id);
  const stored = new Map((await readQnas(tx, named)).map((qna) => [qna.id, qna]));
  const writes = items.map(({ id, version }): QnaWrite => {
    const qna = stored.get(id);
    if (qna === undefined) throw new Refusal('STALE', { now: null });
    return { id, version, fields: checked({ ...qna, status }, qna) };
  });
  const ids = await writeAll(tx, writes, { change: 'publish', by });
  return (await readQnas(tx, ids)).map(replyOfQna);
}

interface About {
  change: QnaChange;
  by: string;
  note?: string;
}

/** @param before what is stored of it, or was @throws INVALID with each field that cannot be stored */
function checked<T extends QnaFields>(fields: T, before?: QnaFields): T {
  const problems = problemsWithQna(fields, before);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  return fields;
}

/** @throws STALE with what is stored */
async function writeAll(tx: Tx, writes: readonly QnaWrite[], about: About): Promise<string[]> {
  const done = await writeQnas(tx, writes, about);
  if ('ids' in done) return done.ids;
  const now = done.stale[0]?.now;
  throw new Refusal('STALE', { now: now === undefined ? null : replyOfQna(now) });
}

async function written(tx: Tx, write: QnaWrite, about: About): Promise<QnaReply> {
  const [id = ''] = await writeAll(tx, [write], about);
  const qna = await readQna(tx, id);
  if (qna === undefined) throw new Error(`the Q&A ${id} was written and is not there`);
  return replyOfQna(qna);
}

/** Returns the refusal for an id that is not stored: STALE for a deleted Q&A. */
async function goneOrMissing(tx: Tx, id: string): Promise<Refusal> {
  return (await lastVersion(tx, id)) === undefined ? new Refusal('NOT_FOUND') : new Refusal('STALE', { now: null });
}
