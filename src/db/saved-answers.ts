import type { PromiseExtended } from 'dexie';
import type { Answer } from '#domain/chat/chat.ts';
import type { UserDb } from './schema.ts';

/** An offline answer from this device to a question the server has not answered yet. */
export interface SavedAnswer {
  content: string;
  answer: Answer;
  /** Time at which the server last confirmed the knowledge behind the answer, ISO-8601 UTC. */
  asOf?: string;
}

const keyOf = (questionId: string) => `answer:${questionId}`;

/** Stores the answer with its pending question until the server's answer arrives. */
export async function keepSavedAnswer(db: UserDb, questionId: string, saved: SavedAnswer): Promise<void> {
  await db.transaction('rw!', db.drafts, async () =>
    db.drafts.put({ key: keyOf(questionId), value: saved, at: Date.now() }),
  );
}

/** Returns the saved answers of these questions, by question id. */
export function savedAnswersOf(db: UserDb, questionIds: string[]): PromiseExtended<Map<string, SavedAnswer>> {
  return db.drafts
    .bulkGet(questionIds.map(keyOf))
    .then(
      (rows) =>
        new Map(
          rows.flatMap((row, i) => (row === undefined ? [] : [[questionIds[i] as string, row.value as SavedAnswer]])),
        ),
    );
}

/** Deletes the saved answers of questions the server has answered. Call inside a transaction over `drafts`. */
export async function dropSavedAnswers(db: UserDb, questionIds: string[]): Promise<void> {
  await db.drafts.bulkDelete(questionIds.map(keyOf));
}
