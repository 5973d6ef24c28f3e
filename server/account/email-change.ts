import { normalEmail } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { Me } from '#domain/account/users.ts';
import { queueEmailChangeCode, queueEmailChanged } from './jobs/account-mails.ts';
import { networkOf } from '../ground/network.ts';
import { lockAccount, passwordHashOf, setPassword } from './store/accounts.ts';
import { keepAuditEntry } from '../session/audit-entries.ts';
import { countCodeRequestFrom, countWithinHour, endAllCodes, useCode } from './store/codes.ts';
import { addressedAccount, changeEmail, changeOfToken, isEmailOfAnother, setEmailBack } from './store/email-changes.ts';
import { hasAccount, lockMailbox } from './store/sign-ups.ts';
import type { Db } from '../database/db.ts';
import { transactionInTurn } from '../database/in-turn.ts';
import { admitCodeRequest, checkedEmail } from './accounts.ts';
import { keepAccount } from './leaving.ts';
import { countGuess, type RequestOrigin } from './login-attempts.ts';
import { knownAs, passwordMatches } from './passwords.ts';
import { loginFailures } from './store/login-limits.ts';

export const emailChangesAsked = 5; // by one user within `codeRequestWindowMs`, for whichever addresses

/**
 * Changes the address of an account. Its password proves the owner, a code the new mailbox. The old mailbox gets a link
 * that undoes the change, because a stranger may have made it.
 */

/** The user who changes their address, and the request's id, for the audit log. */
interface AddressChanger {
  user: Pick<Me, 'id' | 'email'>;
  sessionId: string;
  requestId: string;
}

/**
 * Queues an e-mail with a code to the new address; if that has an account, an e-mail that says so. The reply and its
 * time are the same.
 * @throws INVALID with the field; `none` for an account that has no password
 */
export async function askForEmailChange(
  db: Db,
  { user, sessionId }: AddressChanger,
  asked: { email: string; password: string },
  from: RequestOrigin,
): Promise<void> {
  const email = checkedEmail(asked.email);
  if (email === normalEmail(user.email)) throw new Refusal('INVALID', [{ path: 'email', code: 'same' }]);
  const stored = await passwordHashOf(db, user.id);
  if (stored === undefined) throw new Refusal('INVALID', [{ path: 'password', code: 'none' }]);
  // Counted as a sign-in attempt, so that a stolen session cannot guess the password.
  const prove = async () => {
    const right = await passwordMatches(stored, asked.password, knownAs(`session ${sessionId}`));
    if (!right) throw new Refusal('INVALID', [{ path: 'password', code: 'wrong' }]);
  };
  await countGuess(db, user.email, from, prove, loginFailures);
  refuseAfter(await countCodeRequestFrom(db, from.address));
  await transactionInTurn(db, { user: user.id, kind: 'account' }, async (tx) => {
    refuseAfter(await countWithinHour(tx, `new address of ${user.id}`, emailChangesAsked));
    await admitCodeRequest(tx, { end: 'new address', email, from: user.id });
    await queueEmailChangeCode(tx, { userId: user.id, email, device: from.deviceId });
  });
}

/**
 * Changes the address with the code. The sessions of the account continue; all its other codes end. A repeat on the same
 * device, after a lost reply, has no further effect.
 * @returns the new address
 * @throws TOKEN_INVALID; EMAIL_TAKEN when another account has the address by now
 */
export async function confirmEmailChange(
  db: Db,
  { user, requestId }: AddressChanger,
  shown: { email: string; code: string },
  { deviceId: device, address }: RequestOrigin,
): Promise<string> {
  const [email, code] = [normalEmail(shown.email), shown.code.trim()];
  // By the target address, and always for the network: with accounts of their own, on devices that are known there,
  // a stranger could otherwise guess without end.
  return await countGuess(db, email, { deviceId: null, address }, async () => {
    const end = await transactionInTurn(db, { user: user.id, kind: 'account' }, async (tx) => {
      await lockAccount(tx, user.id);
      const account = await addressedAccount(tx, user.id);
      const used = await useCode(tx, { purpose: 'EMAIL', email, code, device, subject: user.id });
      if (account === undefined || used === undefined) return 'TOKEN_INVALID';
      if (account.email === email) return 'changed';
      await lockMailbox(tx, email);
      if (await hasAccount(tx, { email, kind: account.kind }, user.id)) return 'EMAIL_TAKEN';
      const change = await changeEmail(tx, user.id, { from: account.email, to: email });
      await endAllCodes(tx, user.id, used.id);
      await queueEmailChanged(tx, change, user.id);
      await keepAuditEntry(tx, { what: 'email.changed', actor: user.id, request_id: requestId });
      return 'changed';
    });
    // Thrown outside the transaction, which would otherwise roll back the count of guesses.
    if (end !== 'changed') throw new Refusal(end);
    return email;
  });
}

/**
 * Undoes a change with the link from the e-mail to the old address. All sessions, codes and the password end, because
 * they may be a stranger's, and a deletion is canceled: the next password is set with a code to that address. A repeat has no further effect.
 * @returns the address that the account has again
 * @throws TOKEN_INVALID; EMAIL_TAKEN when another account has the address by now
 */
export async function undoEmailChange(
  db: Db,
  token: string,
  { address, requestId }: { address: string; requestId: string },
): Promise<string> {
  return await transactionInTurn(db, { address, kind: 'links' }, async (tx) => {
    const seen = await changeOfToken(tx, token);
    if (seen === undefined) throw new Refusal('TOKEN_INVALID');
    await lockAccount(tx, seen.userId);
    // Read again under the lock: another link may have been used meanwhile.
    const change = await changeOfToken(tx, token);
    if (change === undefined) throw new Refusal('TOKEN_INVALID');
    const { userId, oldEmail } = change;
    if (change.isUndone) return oldEmail;
    await lockMailbox(tx, oldEmail);
    if (await isEmailOfAnother(tx, oldEmail, userId)) throw new Refusal('EMAIL_TAKEN');
    await setEmailBack(tx, change);
    await setPassword(tx, userId, null);
    // The stranger may have asked for it; an e-mail says that it is canceled.
    await keepAccount(tx, { id: userId });
    const network = networkOf(address, 24);
    await keepAuditEntry(tx, { what: 'email.change_undone', about: userId, request_id: requestId, network });
    return oldEmail;
  });
}

function refuseAfter(waitMs: number | undefined): void {
  if (waitMs !== undefined) throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
}
