import type { RateCard } from '#domain/order/rate-card.ts';
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
  /** Returns the rate card of this device; without it, prices are computed from the example card. */
  rateCard?(): RateCard;
  /**
   * The server's clock in ms since 1970, extrapolated from its last reply. Before this page's first reply it is the
   * time stored at the last complete pull; undefined if there is none.
   */
  serverDate?(): number | undefined;
  /** Wakes the drain. Call after each commit to the outbox. */
  appended(): void;
  /**
   * Answers from the knowledge saved on this device. Online, the server gets some seconds to answer first.
   * @returns null when the question was settled meanwhile, or no knowledge is saved
   */
  answerFromSaved?(question: PendingQuestion): Promise<SavedAnswer | null>;
}

/** A question that the server has not answered yet. */
export interface PendingQuestion extends Question {
  questionId: string;
  roomId: string;
}
