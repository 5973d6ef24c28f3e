import type { Cursor, PushResult } from './wire/sync.ts';
import { DAY, HOUR, SECOND } from '../ground/units.ts';

/**
 * The retry policy of the outbox: what is sent again, after which pause, when the user is asked, and what is never sent
 * again. A command keeps its id through all of it, so sending it twice has one effect. Only a receipt, or its user,
 * takes a command out of the outbox.
 */
export const retryPolicy = {
  /** Pauses after failed calls in a row; the last one repeats. A random half of each spreads devices that lost the same server. */
  delaysMs: [1, 2, 5, 10, 30, 60].map((seconds) => seconds * SECOND),
  jitter: 0.5,
  /** Pause of a lane whose command the reply did not decide. */
  soonMs: 1 * SECOND,
  /** After this many `retry` results the same command is refused, on the server as on the device: its user decides. */
  sameRetries: 8,
  /** A command that is pending for longer is shown as still pending. */
  stillPendingMs: 24 * HOUR,
  /** A command that is pending for longer is not sent before its user has confirmed it. */
  askBeforeSendingMs: 60 * DAY,
} as const;

/** Effects of a failed call on the whole outbox. */
export const failedCalls = {
  /** No network, no reply in time, a captive portal, 429 or 5xx. The pause is never shorter than the server's Retry-After. */
  unreachable: 'backOff',
  /** A fault of this app, such as a storage error. It is noted in the sync log. */
  fault: 'backOff',
  /** 401, or a reply that is meant for another user. Sending resumes when this user signs in. */
  signedOut: 'park',
  /** 426: the server takes nothing more from this version of the app. Sending resumes after the update. */
  outdated: 'stop',
  /** Another tab has become the leader, and sends. */
  fenced: 'stop',
  /** 400 or 413: one command of the frame is invalid or too large. It is found by halving, and refused alone. */
  invalidFrame: 'halve',
} as const satisfies Record<string, 'backOff' | 'park' | 'stop' | 'halve'>;

export type FailedCall = keyof typeof failedCalls;

interface AfterResult {
  /** `settle`: the server has its effect. `keep`: it is sent again. `refuse`: its user decides what becomes of it. */
  command: 'settle' | 'keep' | 'refuse';
  /**
   * Time at which its lane may send again: at once, after `soonMs`, after the pause the result asks for, or when its
   * user has decided.
   */
  lane: 'atOnce' | 'soon' | 'asked' | 'decision';
  /** Whether it counts towards `sameRetries`. */
  counts?: true;
}

/** Effects of the server's result on one command, and on those behind it in its lane. */
export const afterResult: Record<PushResult['s'] | 'missing', AfterResult> = {
  ok: { command: 'settle', lane: 'atOnce' },
  duplicate: { command: 'settle', lane: 'atOnce' },
  retry: { command: 'keep', lane: 'asked', counts: true },
  /** The reply does not mention the command. */
  missing: { command: 'keep', lane: 'soon' },
  /** A command it depends on has no effect yet. Behind a refused one it waits for the same decision. */
  blocked: { command: 'keep', lane: 'soon' },
  rejected: { command: 'refuse', lane: 'decision' },
};

/** Whether the server has applied the command, in this call or an earlier one. */
export function isAccepted(result: PushResult): result is Extract<PushResult, { pos: Cursor }> {
  return afterResult[result.s].command === 'settle';
}
