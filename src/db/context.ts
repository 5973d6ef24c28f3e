import type { Question } from '#domain/retrieval/retrieve.ts';
import type { Me } from '#domain/users.ts';
import type { SavedAnswer } from './saved-answers.ts';
import type { UserDb } from './schema.ts';

/** What every verb in `commands/` needs to act for the person who is signed in. */
export interface CommandContext {
  db: UserDb;
  me: Me;
  /** A new UUIDv7. */
  newId(): string;
  appVersion: string;
  /** The server's clock when it was last heard, or as it runs on since; undefined where it never was. */
  serverDate?(): number | undefined;
  /** Told after each commit, so that the drain need not wait for its next look. */
  appended(): void;
  /** Answers from the knowledge saved on this device; null when it knows nothing fitting or the network is there. */
  answerFromSaved?(question: AskedOffline): Promise<SavedAnswer | null>;
}

/** A question that has not reached the server yet. */
export interface AskedOffline extends Question {
  questionId: string;
}
