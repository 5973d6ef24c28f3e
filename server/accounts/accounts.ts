import { randomUUID } from 'node:crypto';
import { isEmail, nameOfAddress, normalEmail, phoneFrom } from '#domain/contact.ts';
import { type FieldProblem, Refusal } from '#domain/errors.ts';
import { rulesBrokenBy } from '#domain/password.ts';
import { planNamed } from '#domain/plans.ts';
import type { RegisterBody } from '#domain/protocol/rest.ts';
import type { PlanName } from '#domain/users.ts';
import { cleanName } from '#domain/text.ts';
import { isCommonPassword } from './common-passwords.ts';
import { askForAccountCode, askForLetter, askForVerifyCode } from '../mail/mails.ts';
import { hashPassword, knownAs, NoRoom, passwordMatches, strangerFrom } from './passwords.ts';
import { accountOf, isOpenAccount, setPassword } from '../store/people/accounts.ts';
import {
  type CodeEnd,
  type CodeWish,
  countCodeRequest,
  forgetCodeRequest,
  type Guess,
  guessCode,
  isKnownDevice,
  spendCode,
  takeBackGuess,
  useCode,
} from '../store/people/codes.ts';
import type { Db, Tx } from '../store/system/database.ts';
import { networkOf } from '../network.ts';
import {
  confirmedSignUp,
  forgetSignUp,
  hasTrialLeft,
  keepSignUp,
  makeAccount,
  openSignUps,
  setSignUpPassword,
  signUpOf,
  signUpsMeant,
  type SignUpKind,
} from '../store/people/sign-ups.ts';

/**
 * Accounts from the wish for one to the new password. Nothing here answers differently, or later, for an address that has
 * an account than for one that has none: the difference is only in the letter, which its owner alone reads.
 */

/** What a sign-up says. */
export type Wish = Omit<RegisterBody, 'password'> & { password?: string | undefined; plan?: PlanName };

/** Where a wish comes from. */
export interface Origin {
  deviceId: string | null;
  address: string;
}

/** Keeps the wish for an account and has a code sent. @returns the id the account will have */
export async function signUp(db: Db, kind: SignUpKind, wish: Wish, origin: Origin): Promise<string> {
  const email = checkedEmail(wish.email);
  const problems = [
    ...problemsOfPassword('password', wish.password),
    ...problemsOfPhone(wish.phone),
    ...(kind === 'FREE_TRIAL' ? problemsOfTrial(wish.plan) : []),
  ];
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const id = randomUUID();
  const username = cleanName(wish.username ?? '');
  const localPart = email.slice(0, email.indexOf('@'));
  const asked = {
    id,
    email,
    kind,
    password_hash: null,
    display_name: cleanName(wish.display_name ?? '') || username || nameOfAddress(email),
    username: username || localPart,
    phone: wish.phone === undefined ? null : (phoneFrom(wish.phone) ?? null),
    plan_name: wish.plan ?? null,
    language: wish.language ?? 'en',
    ...origin,
  };
  const letter = { end: 'sign-up', email, from: networkOf(origin.address, 32) } as const;
  // Counted first: what is refused costs no hash.
  await db.transaction().execute(async (tx) => {
    if (kind !== 'REGISTER' && !(await hasTrialLeft(tx, kind, origin.deviceId, origin.address))) {
      throw new Refusal('RATE_LIMITED', { retryAfterMs: dayMs });
    }
    await admitCodeRequest(tx, letter);
    await keepSignUp(tx, asked);
  });
  let hash: string | undefined;
  try {
    if (wish.password !== undefined) hash = await hashPassword(wish.password, strangerFrom(origin.address));
  } catch (error) {
    // Refused for want of room: whoever comes back as they are told has a wish and a letter as before.
    await db.transaction().execute(async (tx) => {
      await forgetSignUp(tx, id);
      await forgetCodeRequest(tx, letter);
    });
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    if (hash !== undefined) await setSignUpPassword(tx, id, hash);
    await askForVerifyCode(tx, id);
  });
  return id;
}

/** Sends the code again: to the sign-up that is named, or to the only one there is. Who has an account is told so by mail. */
export async function resendCode(
  db: Db,
  given: string,
  signUpId: string | undefined,
  { address }: Origin,
): Promise<void> {
  const email = checkedEmail(given);
  const asked = { end: 'sign-up', email, from: networkOf(address, 32) } as const;
  await db.transaction().execute((tx) => admitCodeRequest(tx, asked));
  const open = await openSignUps(db, email);
  // Of several, one may be a stranger's: whoever asked says which, or signs up again.
  const meant = signUpId === undefined && open.length === 1 ? open[0] : open.find(({ id }) => id === signUpId);
  // Asked for nobody too, so that it takes as long; the job then finds nothing, or the account that was confirmed.
  await askForVerifyCode(db, meant?.id ?? randomUUID(), email);
}

/**
 * Makes the account whose code this is. Whoever does not say which sign-up they mean confirms one of their own device, or the
 * only one there is: the newest letter may be for a stranger's, with the stranger's password. Shown again with its
 * sign-up's id, the code finds the account that it has made.
 * @returns its id, and how it was asked for
 */
export async function verify(
  db: Db,
  shown: { email: string; code: string; signUpId?: string | undefined; device: string | null },
  questionLimit: number,
): Promise<{ userId: string; kind: SignUpKind }> {
  const made = await db.transaction().execute(async (tx) => {
    const [email, code] = [normalEmail(shown.email), shown.code.trim()];
    const among = shown.signUpId === undefined ? await signUpsMeant(tx, email, shown.device) : undefined;
    const subject = await useCode(tx, { ...shown, purpose: 'VERIFY', email, code, subject: shown.signUpId, among });
    if (subject === undefined) return undefined;
    const wish = await signUpOf(tx, subject);
    if (wish === undefined) return await confirmedSignUp(tx, subject);
    const end = await makeAccount(tx, wish, questionLimit);
    return end === 'taken' ? undefined : end === 'made' ? wish : end;
  });
  // Thrown only now, or the count of guesses would be rolled back.
  if (made === 'no trial left') throw new Refusal('RATE_LIMITED', { retryAfterMs: dayMs });
  if (made === undefined) throw new Refusal('TOKEN_INVALID');
  return { userId: made.id, kind: made.kind };
}

/**
 * Has a code sent, for a new password or to sign in with, if the address has an account. Whoever asks: the owner has a letter
 * with a good code, or gets one (decision 0039).
 */
export async function sendCode(db: Db, end: CodeEnd, given: string, { deviceId, address }: Origin): Promise<void> {
  const email = checkedEmail(given);
  await db.transaction().execute(async (tx) => {
    const isKnown = await isKnownDevice(tx, email, deviceId);
    const counted = await admitCodeRequest(tx, { end, email, from: networkOf(address, 32), isKnown });
    // As typed, too: an older account may be stored like that.
    if (counted === 'letter') await askForAccountCode(tx, end, given.trim());
  });
}

/** The account that a code from the mail signs in; each code once. @throws TOKEN_INVALID */
export async function accountByCode(
  db: Db,
  shown: { email: string; code: string },
  device: string | null,
): Promise<string> {
  const [email, code] = [normalEmail(shown.email), shown.code.trim()];
  const right = await guessCode(db, { purpose: 'SIGN_IN', email, code, device });
  // By its id: an account older than the normal form is not found by that.
  if (right === undefined || !(await isOpenAccount(db, right.subject))) throw new Refusal('TOKEN_INVALID');
  const isFirst = await db.transaction().execute((tx) => spendCode(tx, right.id));
  if (!isFirst) throw new Refusal('TOKEN_INVALID');
  return right.subject;
}

/** Sets a new password by the code from the mail, and ends every session there was. A wrong code costs no hash. */
export async function confirmPassword(
  db: Db,
  shown: { email: string; code: string; newPassword: string },
  { deviceId, address }: Origin,
): Promise<void> {
  checkNewPassword(shown.newPassword);
  const [email, code] = [normalEmail(shown.email), shown.code.trim()];
  const guess: Guess = { purpose: 'RESET', email, code, device: deviceId };
  const right = await guessCode(db, guess);
  if (right === undefined) throw new Refusal('TOKEN_INVALID');
  const hash = await hashPassword(shown.newPassword, strangerFrom(address)).catch(async (error: unknown) => {
    // Its owner comes back with the same code, as often as they are told to.
    if (error instanceof NoRoom) await takeBackGuess(db, guess);
    throw error;
  });
  await db.transaction().execute(async (tx) => {
    if (!(await spendCode(tx, right.id))) throw new Refusal('TOKEN_INVALID');
    await setPassword(tx, right.subject, hash);
    await askForLetter(tx, 'passwordChanged', right.subject);
  });
}

/** Sets a new password for somebody who knows the old one, and ends all their other sessions. */
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
    await setPassword(tx, account.id, hash, sessionId);
    await askForLetter(tx, 'passwordChanged', account.id);
  });
}

const dayMs = 24 * 3_600_000;

/** The address in its one spelling. @throws INVALID for what is none */
export function checkedEmail(given: string): string {
  const email = normalEmail(given);
  if (!isEmail(email)) throw new Refusal('INVALID', [{ path: 'email', code: 'email' }]);
  return email;
}

/** @throws INVALID for a password that may not be chosen */
export function checkNewPassword(newPassword: string): void {
  const problems = problemsOfPassword('newPassword', newPassword);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
}

/** What is against a new password, for the field of this name; nothing where none was given. */
function problemsOfPassword(path: string, password: string | undefined): FieldProblem[] {
  if (password === undefined) return [];
  const broken: string[] = rulesBrokenBy(password);
  if (isCommonPassword(password)) broken.push('common');
  return broken.map((code) => ({ path, code }));
}

/** What is against a phone number; nothing where none was given. */
export function problemsOfPhone(phone: string | undefined): FieldProblem[] {
  if (phone === undefined || phone.trim() === '') return [];
  return phoneFrom(phone) === undefined ? [{ path: 'phone', code: 'phone' }] : [];
}

/** What is against trying a plan: some are only sold. */
function problemsOfTrial(plan: PlanName | undefined): FieldProblem[] {
  return planNamed(plan)?.trial === true ? [] : [{ path: 'plan', code: 'no_trial' }];
}

/** Counts a letter to this mailbox. @throws RATE_LIMITED when it has had enough for an hour */
export async function admitCodeRequest(tx: Tx, asked: CodeWish): Promise<'letter' | 'no letter'> {
  const counted = await countCodeRequest(tx, asked);
  if (typeof counted === 'object') throw new Refusal('RATE_LIMITED', { retryAfterMs: counted.waitMs });
  return counted;
}
