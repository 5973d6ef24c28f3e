/** The three ways a call can fail. Everything that calls the server switches on these. */

/** Why there was no answer at all, by the names the specification has for it. */
export const networkFailures = {
  ERR_CANCELED: 'cancel',
  ERR_NETWORK: 'network error',
  ECONNABORTED: 'timeout error',
} as const;

export type NetworkFailure = keyof typeof networkFailures;

/** No answer of ours: no network, a timeout, a captive portal, a server that is busy. Try again later. */
export class Unreachable extends Error {
  /** What the server asked to wait, if it did. */
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  /** Set where no answer came. */
  readonly network: NetworkFailure | undefined;
  /** A captive portal answered: this network wants people to sign in before it lets anything through. */
  readonly isCaptive: boolean;

  constructor(
    message: string,
    about: { retryAfterMs?: number; status?: number; network?: NetworkFailure; isCaptive?: boolean } = {},
  ) {
    super(message);
    this.name = 'Unreachable';
    this.network = about.network;
    this.isCaptive = about.isCaptive === true;
    this.retryAfterMs = about.retryAfterMs;
    this.status = about.status;
  }
}

/** Whether there was no answer, or not a whole one: on a thin network a call may be too large for its time. */
export function isSilence(error: unknown): boolean {
  return error instanceof Unreachable && error.status === undefined;
}

/** Whether a captive portal has answered. */
export function isCaptive(error: unknown): boolean {
  return error instanceof Unreachable && error.isCaptive;
}

/** The server understood and said no. The same call will be refused again. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, about: { details?: unknown; requestId?: string } = {}) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
    this.details = about.details;
    this.requestId = about.requestId;
  }
}

/** What the server says of a call without a live session. */
export const unauthorized = 'Unauthorized request';

/** 401: the session is over. Nothing is lost by it. */
export class SignedOut extends Error {
  readonly code: string;

  constructor(message = unauthorized, code = 'UNAUTHORIZED') {
    super(message);
    this.name = 'SignedOut';
    this.code = code;
  }
}

/** The three ways in which a screen speaks of a call that failed. */
export type FailureKind = 'unreachable' | 'busy' | 'refused';

/** No answer, a busy server, or a refusal. */
export function failureKindOf(error: unknown): FailureKind {
  if (!(error instanceof Unreachable)) return 'refused';
  return isSilence(error) ? 'unreachable' : 'busy';
}
