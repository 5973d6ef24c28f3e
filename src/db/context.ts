import type { Question } from '#domain/retrieval/question.ts';
import type { Me } from '#domain/users.ts';
import type { SavedAnswer } from './saved-answers.ts';
import type { UserDb } from './schema.ts';

/** What every function of `commands/` needs to act for the signed-in user. */
export interface CommandContext {
  db: UserDb;
  me: Me;
  /** Returns a new UUIDv7. */
  newId(): string;
  appVersion: string;
  /**
   * The server's clock in ms since 1970, extrapolated from its last reply. Before this page's first reply it is the
   * time stored at the last complete pull; undefined if there is none.
   */
  serverDate?(): number | undefined;
  /** Called after each commit, which wakes the drain. */
  appended(): void;
  /** Answers from the knowledge saved on this device. @returns null when nothing fits or the device is online */
  answerFromSaved?(question: AskedOffline): Promise<SavedAnswer | null>;
}

/** A question that was asked offline. */
export interface AskedOffline extends Question {
  questionId: string;
}
