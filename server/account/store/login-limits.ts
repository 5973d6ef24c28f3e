import { HOUR, MINUTE, SECOND } from '#domain/ground/units.ts';

/** Limits of wrong passwords, codes and other secrets, and what follows from them. */

/** Failures at an account from one address, in `loginWindowMs`; as many again from devices that were signed in to it. */
export const loginFailures = 5;
/** Failures with a code: more are let through, so that after wrong passwords a new one can be set. */
export const codeFailures = 10;
/**
 * Failures from one network at any accounts; attempts from devices that have been signed in to the account do not
 * count.
 */
export const loginFailuresOfNetwork = 40;
export const loginWindowMs = 15 * MINUTE;

/** After so many failures at an account in `loginSiegeWindowMs`, from anywhere, each attempt at it is delayed. */
export const loginSiegeFailures = 20;
export const loginSiegeWindowMs = 1 * HOUR;
export const loginSiegeDelayMs = 3 * SECOND;
