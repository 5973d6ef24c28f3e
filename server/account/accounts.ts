import { DAY } from '#domain/ground/units.ts';
import { randomUUID } from 'node:crypto';
import { isEmail, nameOfAddress, normalEmail, phoneFrom } from '#domain/account/contact.ts';
import { type FieldProblem, Refusal } from '#domain/ground/errors.ts';
import { rulesBrokenBy } from '#domain/account/password.ts';
import { planNamed } from '#domain/account/plans-and-prices.ts';
import type { RegisterBody } from '#domain/account/wire/accounts.ts';
import type { PlanName } from '#domain/account/users.ts';
import { cleanName } from '#domain/ground/text.ts';
import { isCommonPassword } from './common-passwords.ts';
import { queueAccountCode, queueEmail, queueVerifyCode } from './jobs/account-mails.ts';
import { countGuess, isUndecided, type RequestOrigin } from './login-attempts.ts';
import { type HashingGroups, hashPassword, knownAs, passwordMatches, strangerFrom } from './passwords.ts';
import { accountOf, hasAddress, isOpenAccount, lockAccount, passwordHashOf, setPassword } from './store/accounts.ts';
import {
  type CodeEnd,
  type CodeRequest,
  countCodeRequest,
  forgetCodeRequest,
  type Guess,
  guessCode,
  isKnownDevice,
  shareLastCode,
  spendCode,
  startNewPassword,
  takeBackGuess,
  useCode,
} from './store/codes.ts';
import { networkOf } from '../ground/network.ts';
import {
  confirmedSignUp,
  forgetSignUp,
  hasTrialLeft,
  keepSignUp,
  makeAccount,
  openSignUps,
  setSignUpPassword,
  signUpOf,
  signUpsOfDevice,
  type SignUpKind,
} from './store/sign-ups.ts';
import { isLiveSession } from '../session/sessions.ts';
import type { Db, Tx } from '../database/db.ts';
import { transactionInTurn } from '../database/in-turn.ts';

/**
 * Sign-up, verification, codes and passwords. No reply, and no reply's time, reveals whether an address has an account:
 * the difference is only in the e-mail, which the owner alone reads.
 */

/** Data of a sign-up. */
export type SignUpRequest = Omit<RegisterBody, 'password'> & { password?: string | undefined; plan?: PlanName };

/** An account and the hash of its password that the user has proven or set. */
export interface ProvenPassword {
  userId: string;
  passwordHash: string;
}

/** Stores a sign-up and queues an e-mail with a code. @returns the id the account will have */
export async function signUp(db: Db, kind: SignUpKind, asked: SignUpRequest, origin: RequestOrigin): Promise<string> {
  const email = checkedEmail(asked.email);
  const problems = [
    ...problemsOfPassword('password', asked.password),
    ...problemsOfPhone(asked.phone),
    ...(kind === 'FREE_TRIAL' ? problemsOfTrial(asked.plan) : []),
  ];
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const id = randomUUID();
  const username = cleanName(asked.username ?? '');
  const localPart = email.slice(0, email.indexOf('@'));
  const row = {
    id,
    email,
    kind,
    password_hash: null,
    display_name: cleanName(asked.display_name ?? '') || username || nameOfAddress(email),
    username: username || localPart,
    phone: asked.phone === undefined ? null : (phoneFrom(asked.phone) ?? null),
    plan_name: asked.plan ?? null,
    language: asked.language ?? 'en',
    ...origin,
  };
  const codeRequest = { end: 'sign-up', email, from: networkOf(origin.address, 32) } as const;
  // Counted first, so that a refused request costs no password hash.
  await transactionInTurn(db, { address: origin.address, kind: 'sign-ups' }, async (tx) => {
    if (kind !== 'REGISTER' && !(await hasTrialLeft(tx, kind, origin.deviceId, origin.address))) {
      throw new Refusal('RATE_LIMITED', { retryAfterMs: DAY });
    }
    await admitCodeRequest(tx, codeRequest);
    await keepSignUp(tx, row);
  });
  let hash: string | undefined;
  try {
    if (asked.password !== undefined) hash = await hashPassword(asked.password, strangerFrom(origin.address));
  } catch (error) {
    // Refused because too many hashes are queued: the count is undone, so that the retry is not charged.
    await db.transaction().execute(async (tx) => {
      await forgetSignUp(tx, id);
      await forgetCodeRequest(tx, codeRequest);
    });
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    if (hash !== undefined) await setSignUpPassword(tx, id, hash);
    await queueVerifyCode(tx, id);
  });
  return id;
}

/** Sends the code again, for the named sign-up or the only one. If the address has an account, the e-mail reports that. */
export async function resendCode(
  db: Db,
  given: string,
  signUpId: string | undefined,
  { address }: RequestOrigin,
): Promise<void> {
  const email = checkedEmail(given);
  const asked = { end: 'sign-up', email, from: networkOf(address, 32) } as const;
  await transactionInTurn(db, { address, kind: 'codes' }, (tx) => admitCodeRequest(tx, asked));
  const open = await openSignUps(db, email);
  // One of several may be a stranger's, so the caller must name theirs or sign up again.
  const meant = signUpId === undefined && open.length === 1 ? open[0] : open.find(({ id }) => id === signUpId);
  // Queued even without a sign-up, so that it takes as long; the job then finds none, or the confirmed account.
  await queueVerifyCode(db, meant?.id ?? randomUUID(), email);
}

/** Account and session that the confirmation of a sign-up created. */
export interface ConfirmedSignUp {
  userId: string;
  kind: SignUpKind;
  /** Session in which the password must be chosen, because the one of the sign-up may be a stranger's. */
  session?: string;
  /** Token of the session that was opened. */
  token?: string | undefined;
}

/** Question limit and first session of an account that a code creates. */
export interface AccountOpening {
  questionLimit: number;
  /** Opens the first session, in the transaction that uses the code. */
  open: (tx: Tx, userId: string, kind: SignUpKind) => Promise<string> | undefined;
}

/**
 * Creates the account of a code. The code proves that its reader owns the address, not that the reader has chosen the
 * password: anyone may sign up with any address. So the password counts only for the requester, who shows the id of the
 * sign-up or its device; from elsewhere, another one must be chosen. A device that has asked itself confirms only its
 * own sign-ups. A repeat with the sign-up's id on the device that
 * used the code returns the account that it has created.
 */
export async function verify(
  db: Db,
  shown: { email: string; code: string; signUpId?: string | undefined },
  from: RequestOrigin,
  { questionLimit, open }: AccountOpening,
): Promise<ConfirmedSignUp> {
  const { deviceId: device, address } = from;
  const [email, code] = [normalEmail(shown.email), shown.code.trim()];
  return await countGuess(db, email, from, async () => {
    const whose = { address, kind: 'confirmations' };
    const made = await transactionInTurn(
      db,
      whose,
      async (tx): Promise<ConfirmedSignUp | 'no trial left' | undefined> => {
        // Before its code, as everywhere. Without an id, a code is right only before the account exists.
        if (shown.signUpId !== undefined) await lockAccount(tx, shown.signUpId);
        const mine = shown.signUpId === undefined ? await signUpsOfDevice(tx, email, device) : undefined;
        const guess = { purpose: 'VERIFY', email, code, subject: shown.signUpId, among: mine, device } as const;
        const used = await useCode(tx, guess);
        if (used === undefined) return undefined;
        const { subject } = used;
        const request = await signUpOf(tx, subject);
        if (request === undefined) {
          const confirmed = await confirmedSignUp(tx, subject);
          if (confirmed === undefined || !(await hasAddress(tx, subject, email))) return undefined;
          return { userId: subject, kind: confirmed.kind, token: await open(tx, subject, confirmed.kind) };
        }
        const { kind } = request;
        const isRequester = shown.signUpId !== undefined || (device !== null && device === request.device_id);
        const mayKeep = isRequester || request.password_hash === null;
        const end = await makeAccount(tx, mayKeep ? request : { ...request, password_hash: null }, questionLimit);
        if (end !== 'made') return end === 'taken' ? undefined : end;
        if (mayKeep) return { userId: subject, kind, token: await open(tx, subject, kind) };
        return { userId: subject, kind, session: await startNewPassword(tx, email, subject, device) };
      },
    );
    // Thrown outside the transaction, which would otherwise roll back the count of guesses.
    if (made === 'no trial left') throw new Refusal('RATE_LIMITED', { retryAfterMs: DAY });
    if (made === undefined) throw new Refusal('TOKEN_INVALID');
    return made;
  });
}

/** Sets the password of an account that a code from another device has created. */
export async function setFirstPassword(
  db: Db,
  shown: { email: string; session: string; newPassword: string; device: string | null; whose: HashingGroups },
): Promise<ProvenPassword> {
  const email = normalEmail(shown.email);
  const guess: Guess = { purpose: 'NEW_PASSWORD', email, code: shown.session, device: shown.device };
  const right = await guessCode(db, guess);
  if (right === undefined) throw new Refusal('TOKEN_INVALID');
  return await replacePassword(db, right, shown.newPassword, guess, shown.whose);
}

/**
 * Queues an e-mail with a code, for a new password or for sign-in, if the address has an account. Also when a stranger requests it,
 * the owner has an e-mail with a valid code, or gets one (decision 0039).
 */
export async function sendCode(
  db: Db,
  end: CodeEnd,
  given: string,
  { deviceId, address }: RequestOrigin,
): Promise<void> {
  const email = checkedEmail(given);
  await transactionInTurn(db, { address, kind: 'codes' }, async (tx) => {
    const isKnown = await isKnownDevice(tx, email, deviceId);
    const counted = await admitCodeRequest(tx, { end, email, from: networkOf(address, 32), isKnown });
    // Also as typed, because older accounts may be stored that way.
    if (counted === 'e-mail') await queueAccountCode(tx, end, given.trim(), deviceId);
    else await shareLastCode(tx, end === 'reset' ? 'RESET' : 'SIGN_IN', email, deviceId ?? '');
  });
}

/**
 * Signs in with a code; each code works once.
 * @param open opens the session, in the transaction that uses the code
 * @throws TOKEN_INVALID
 */
export async function signInByCode(
  db: Db,
  shown: { email: string; code: string },
  from: RequestOrigin,
  open: (tx: Tx, userId: string) => Promise<string>,
): Promise<{ userId: string; token: string }> {
  const [email, code] = [normalEmail(shown.email), shown.code.trim()];
  const guess: Guess = { purpose: 'SIGN_IN', email, code, device: from.deviceId };
  return await countGuess(db, email, from, async () => {
    const right = await guessCode(db, guess);
    if (right === undefined) throw new Refusal('TOKEN_INVALID');
    const userId = right.subject;
    const token = await withRightCode(db, guess, () =>
      db.transaction().execute(async (tx) => {
        await useUp(tx, right, email);
        // By its id, because older accounts are not found by the normalized address.
        if (!(await isOpenAccount(tx, userId))) throw new Refusal('TOKEN_INVALID');
        return await open(tx, userId);
      }),
    );
    return { userId, token };
  });
}

/**
 * Uses up a code that was right, while the account has the address that it was sent to. Locks the account.
 * @throws TOKEN_INVALID
 */
async function useUp(tx: Tx, { id, subject }: { id: string; subject: string }, email: string): Promise<void> {
  await lockAccount(tx, subject);
  if (!(await hasAddress(tx, subject, email)) || !(await spendCode(tx, id))) throw new Refusal('TOKEN_INVALID');
}

/** Sets a new password with a code from an e-mail, and ends all sessions. A wrong code costs no password hash. */
export async function confirmPassword(
  db: Db,
  shown: { email: string; code: string; newPassword: string },
  from: RequestOrigin,
): Promise<void> {
  checkNewPassword(shown.newPassword);
  const [email, code] = [normalEmail(shown.email), shown.code.trim()];
  const guess: Guess = { purpose: 'RESET', email, code, device: from.deviceId };
  await countGuess(db, email, from, async () => {
    const right = await guessCode(db, guess);
    if (right === undefined) throw new Refusal('TOKEN_INVALID');
    await replacePassword(db, right, shown.newPassword, guess, strangerFrom(from.address));
  });
}

/** Sets the password with a code that was right. */
async function replacePassword(
  db: Db,
  right: { id: string; subject: string },
  newPassword: string,
  guess: Guess,
  whose: HashingGroups,
): Promise<ProvenPassword> {
  return await withRightCode(db, guess, async () => {
    const hash = await hashPassword(newPassword, whose);
    await db.transaction().execute(async (tx) => {
      await useUp(tx, right, guess.email);
      await setPassword(tx, right.subject, hash);
      await queueEmail(tx, 'passwordChanged', right.subject);
    });
    return { userId: right.subject, passwordHash: hash };
  });
}

/** Does what a right code is for. If the server cannot do it now, the owner may enter the same code again. */
async function withRightCode<T>(db: Db, guess: Guess, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUndecided(error)) await takeBackGuess(db, guess);
    throw error;
  }
}

/** Sets a new password after checking the old one, and ends all other sessions. */
export async function changePassword(
  db: Db,
  { email, sessionId }: { email: string; sessionId: string },
  password: string,
  newPassword: string,
): Promise<void> {
  checkNewPassword(newPassword);
  const account = await accountOf(db, email);
  const whose = knownAs(`session ${sessionId}`);
  const right = await passwordMatches(account?.password_hash ?? undefined, password, whose);
  if (account === undefined || !right) throw new Refusal('INVALID', [{ path: 'password', code: 'wrong' }]);
  const hash = await hashPassword(newPassword, whose);
  await db.transaction().execute(async (tx) => {
    await lockSignedIn(tx, account.id, sessionId);
    const isSame = (await passwordHashOf(tx, account.id)) === account.password_hash;
    if (!isSame) throw new Refusal('INVALID', [{ path: 'password', code: 'wrong' }]);
    await setPassword(tx, account.id, hash, sessionId);
    await queueEmail(tx, 'passwordChanged', account.id);
  });
}

/**
 * Locks the account of a session. The owner may have ended the session while the password was checked.
 * @throws UNAUTHORIZED when the session has ended
 */
async function lockSignedIn(tx: Tx, userId: string, sessionId: string): Promise<void> {
  await lockAccount(tx, userId);
  if (!(await isLiveSession(tx, sessionId))) throw new Refusal('UNAUTHORIZED');
}

/** Returns the normalized e-mail address. @throws INVALID for an invalid one */
export function checkedEmail(given: string): string {
  const email = normalEmail(given);
  if (!isEmail(email)) throw new Refusal('INVALID', [{ path: 'email', code: 'email' }]);
  return email;
}

/** Checks a new password. @throws INVALID when it breaks a rule */
export function checkNewPassword(newPassword: string): void {
  const problems = problemsOfPassword('newPassword', newPassword);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
}

/** Returns the problems of a new password for this field; none when it is missing. */
function problemsOfPassword(path: string, password: string | undefined): FieldProblem[] {
  if (password === undefined) return [];
  const broken: string[] = rulesBrokenBy(password);
  if (isCommonPassword(password)) broken.push('common');
  return broken.map((code) => ({ path, code }));
}

/** Returns the problems of a phone number; none when it is missing. */
export function problemsOfPhone(phone: string | undefined): FieldProblem[] {
  if (phone === undefined || phone.trim() === '') return [];
  return phoneFrom(phone) === undefined ? [{ path: 'phone', code: 'phone' }] : [];
}

/** Returns the problems of a trial: some plans have none. */
function problemsOfTrial(plan: PlanName | undefined): FieldProblem[] {
  return planNamed(plan)?.trial === true ? [] : [{ path: 'plan', code: 'no_trial' }];
}

/** Counts an e-mail with a code to this mailbox. @throws RATE_LIMITED above the hourly limit */
export async function admitCodeRequest(tx: Tx, asked: CodeRequest): Promise<'e-mail' | 'no e-mail'> {
  const counted = await countCodeRequest(tx, asked);
  if (typeof counted === 'object') throw new Refusal('RATE_LIMITED', { retryAfterMs: counted.waitMs });
  return counted;
}
