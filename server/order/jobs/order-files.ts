import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRef } from '#domain/chat/chat.ts';
import type { FileClaims } from '#domain/chat/file-claims.ts';
import type { FileText } from '#domain/ground/file-text.ts';
import { ClaimsInFile } from '#domain/order/checks/claims-in-file.ts';
import type { FileTexts } from '../../file-text/file-texts.ts';
import type { Hints } from '../../ground/hint.ts';
import { orderFilesToRead } from '../store/order-files.ts';
import { writeClaims } from '../work/claims-in-log.ts';
import type { Db } from '../../database/db.ts';

export interface OrderFilesDeps {
  db: Db;
  fileTexts: Pick<FileTexts, 'textsOf'>;
  hints: Pick<Hints, 'committed'>;
}

/**
 * Reads what the files of a message about a draft claim, so that the customer sees where they contradict the order.
 * Images are not read.
 * @throws Error while a file is not read yet: the job is then repeated
 */
export async function readOrderFiles({ db, fileTexts, hints }: OrderFilesDeps, payload: unknown): Promise<void> {
  const { messageId } = payload as { messageId: string };
  const found = await orderFilesToRead(db, messageId);
  const readable = found?.files.filter(({ mime }) => !mime.startsWith('image/')) ?? [];
  if (found === undefined || readable.length === 0) return;
  const { roomId, authorId } = found;
  const texts = await fileTexts.textsOf(
    authorId,
    readable.map(({ sha256 }) => sha256),
  );
  const files: FileClaims[] = [];
  for (const file of readable) {
    const text = texts.get(file.sha256);
    // The bytes are gone, and the message will be soon.
    if (text !== undefined) files.push(await claimsOf(file, text));
  }
  if (files.some(({ problem }) => problem === 'notReady')) throw new Error('a file of an order is not read yet');
  const written = await writeClaims(db, authorId, { roomId, messageId, files });
  if (written === undefined) return;
  const { members, pos, event } = written;
  hints.committed([{ stream: event.stream, members, staff: true, companyId: null }], pos, [event]);
}

async function claimsOf({ id, name }: FileRef, text: FileText): Promise<FileClaims> {
  if ('problem' in text) return { id, name, claims: [], problem: text.problem };
  const claims = new ClaimsInFile();
  for (const { page, text: whole } of text.pages) {
    for (const part of partsOf(whole)) {
      claims.add({ page, text: part });
      await nextTurn(); // lets other requests run in between
    }
  }
  return { id, name, claims: claims.done() };
}

/** Characters whose claims are found in a few milliseconds, also in a text of very many short lines. */
const partChars = 2_000;

/** Splits a text between lines, where it is long. */
export function* partsOf(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from + partChars);
    const end = newline < 0 ? text.length : newline;
    yield text.slice(from, end);
    from = end + 1;
  }
}
