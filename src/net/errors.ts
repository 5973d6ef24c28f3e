/** The three ways in which a call can fail. All callers distinguish these and no others. */

/** Reasons for a missing reply, by the specification's names. */
export const networkFailures = {
  ERR_CANCELED: 'cancel',
  ERR_NETWORK: 'network error',
  ECONNABORTED: 'timeout error',
} as const;

export type NetworkFailure = keyof typeof networkFailures;

/**
 * No reply from our server, or a temporary one: no network, a time-out, a captive portal, a busy server. Worth a retry.
 */
export class Unreachable extends Error {
  /** The server's Retry-After in ms, if it sent one. */
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  /** Set when there was no reply at all. */
  readonly network: NetworkFailure | undefined;
  /** A captive portal replied: the network requires a sign-in of its own. */
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

/** Whether there was no complete reply. On a slow network the call may have been too large for its time-out. */
export function isWithoutReply(error: unknown): boolean {
  return error instanceof Unreachable && error.status === undefined;
}

/** Whether a captive portal replied instead of the server. */
export function isCaptive(error: unknown): boolean {
  return error instanceof Unreachable && error.isCaptive;
}

/** The server understood the call and refused it. The same call will be refused again. */
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

/** The server's message for a call without a live session. */
export const unauthorized = 'Unauthorized request';

/** 401: the session has ended. Nothing on the device is lost by it. */
export class SignedOut extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor(message = unauthorized, code = 'UNAUTHORIZED', details?: unknown) {
    super(message);
    this.name = 'SignedOut';
    this.code = code;
    this.details = details;
  }
}

/** Kinds of failure for the texts of screens. */
export type FailureKind = 'unreachable' | 'busy' | 'refused';

/** Returns the kind of a failure: no reply, a busy server, or a refusal. */
export function failureKindOf(error: unknown): FailureKind {
  if (!(error instanceof Unreachable)) return 'refused';
  return isWithoutReply(error) ? 'unreachable' : 'busy';
}
