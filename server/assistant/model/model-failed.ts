/** Reasons why a model gave no whole answer. */
export type ModelFailure =
  /** It could not be reached, or replied with a status of 500 or more. */
  | 'unavailable'
  /** It has too many calls, or this installation has used up its share. */
  | 'busy'
  /** It refused the call: key, name of the model or request. */
  | 'refused'
  /** Its own filter stopped the answer. */
  | 'filtered'
  /** It replied with something that is no answer. */
  | 'unreadable'
  | 'empty'
  /** No first word, no further word, or no end in time. */
  | 'slow'
  /** The connection ended before the answer did. */
  | 'cut'
  /** The caller ended it. */
  | 'stopped';

/** Thrown when a model gives no whole answer. The message is for the log: it has no text of users or sources. */
export class ModelFailed extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, detail: string) {
    super(`language model: ${failure}: ${detail}`);
    this.name = 'ModelFailed';
    this.failure = failure;
  }
}
