import type { RateCard } from '#domain/order/data/rate-card.ts';
import type { Question } from '#domain/assistant/retrieval/question.ts';
import type { Me } from '#domain/account/users.ts';
import type { SavedAnswer } from './saved-answers.ts';
import type { OutboxEntry, UserDb } from './schema.ts';
import type { OutboxRules } from './outbox-rules.ts';

/** Context that the functions of `calls` need to act for the signed-in user. */
export interface CommandContext {
  db: UserDb;
  me: Me;
  rules: OutboxRules;
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
  /**
   * Wakes the writer. Call after each commit to the outbox.
   * @param isSent whether the writer sends the commands already, so that it need not look
   */
  appended(isSent?: boolean): void;
  /** Asks to send the next append without another look at the outbox; undefined while this tab cannot. */
  sendsAtOnce?(): DirectSend | undefined;
  /**
   * Answers from the knowledge saved on this device. Online, the server gets some seconds to answer first.
   * @returns null when the question was settled before that, or no knowledge is saved
   */
  answerFromSaved?(question: PendingQuestion): Promise<SavedAnswer | null>;
}

/**
 * A writer that has nothing to do and waits for the commands of one append. Either `send` or `release` must be called.
 * It sends them only if the append's transaction finds that its tab still leads, and that nothing else waits.
 */
export interface DirectSend {
  /** The fencing token that must still be the leader's. */
  fence: number;
  /** Whether the server has accepted this entry, although the receipt is not stored yet. */
  isAccepted(n: number): boolean;
  /** Makes one frame of these commands. @returns false when they need more than one */
  fits(entries: readonly OutboxEntry[]): boolean;
  /** Sends that frame. Call once its commands are durable and marked as sent. */
  send(): void;
  /** The writer looks at the outbox again, as after every append. */
  release(): void;
}

/** A question that the server has not answered yet. */
export interface PendingQuestion extends Question {
  questionId: string;
  roomId: string;
}
