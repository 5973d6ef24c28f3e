import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalEmail } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfAccounts } from '#domain/account/wire/accounts.ts';
import {
  changePassword,
  confirmPassword,
  resendCode,
  sendCode,
  signInByCode,
  signUp,
  verify,
  type SignUpRequest,
} from '../accounts.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { countGuess } from '../login-attempts.ts';
import { countCodeRequestFrom, codeMs } from '../store/codes.ts';
import { loginFailures } from '../store/login-limits.ts';
import type { SignUpKind } from '../store/sign-ups.ts';
import { openSession, openSessionByCode } from '../../session/sessions.ts';
import { originOf, sessionDeviceOf, signedInAs } from './sign-in.ts';
import type { Db, Tx } from '../../database/db.ts';
import { serving } from '../../http/serve-routes.ts';

/**
 * Routes for sign-up, verification and new passwords.
 * @param version 2 signs in after the verification; 1 only instant testers
 */
export function accountRoutes(app: FastifyInstance, { db, config }: Deps, version: 1 | 2): void {
  const serve = serving(app, routesOfAccounts);

  serve('POST /auth/register', (request) => beginSignUp(db, 'REGISTER', request, request.body));
  serve('POST /auth/free_trial', (request) => beginSignUp(db, 'FREE_TRIAL', request, request.body));
  serve('POST /auth/instant_test', (request) => beginSignUp(db, 'INSTANT_TEST', request, request.body));

  serve('POST /auth/verify', async (request) => {
    const { email, verificationCode: code, user_id: signUpId } = request.body;
    const shown = { email, code, signUpId };
    const device = sessionDeviceOf(request);
    const opening = {
      questionLimit: config.trialQuestionLimit,
      open: (tx: Tx, id: string, kind: SignUpKind) =>
        version === 1 && kind !== 'INSTANT_TEST' ? undefined : openSessionByCode(tx, id, device),
    };
    const { userId, token, session: choice } = await verify(db, shown, originOf(request), opening);
    if (choice !== undefined) return { verified: true, challenge: 'NewPasswordRequired' as const, session: choice };
    if (token === undefined) return { verified: true };
    const { user, ...session } = await signedInAs(db, userId, token);
    return { verified: true, ...session, ...(user === undefined ? {} : { user }) };
  });

  serve('POST /auth/re-send-confirmation-code', async (request) => {
    const { body } = request;
    await admitNetwork(db, request.ip);
    await resendCode(db, body.email, body.user_id, originOf(request));
    return { sent: true };
  });
  serve('POST /auth/forgot-password', async (request) => {
    await admitNetwork(db, request.ip);
    await sendCode(db, 'reset', request.body.email, originOf(request));
    return { sent: true };
  });
  serve('POST /auth/send-sign-in-code', async (request) => {
    await admitNetwork(db, request.ip);
    await sendCode(db, 'sign-in', request.body.email, originOf(request));
    return { sent: true };
  });
  serve('POST /auth/sign-in-by-code', async (request) => {
    const { email, verificationCode: code, remember } = request.body;
    const device = sessionDeviceOf(request, remember);
    const { userId, token } = await signInByCode(db, { email, code }, originOf(request), (tx, id) =>
      openSession(tx, id, device),
    );
    const { user, ...session } = await signedInAs(db, userId, token);
    if (user === undefined) throw new Refusal('TOKEN_INVALID');
    return { ...session, user };
  });
  serve('POST /auth/confirm-password', async (request) => {
    const { email, confirmationCode: code, newPassword } = request.body;
    await confirmPassword(db, { email, code, newPassword }, originOf(request));
    return { changed: true };
  });
}

/** Routes for the signed-in user's password. */
export function passwordRoutes(app: FastifyInstance, { db }: Deps): void {
  serving(app, routesOfAccounts)('PUT /users/me/password', async (request) => {
    const { user, sessionId } = request.session;
    const { password, newPassword } = request.body;
    const change = () => changePassword(db, { email: user.email, sessionId }, password, newPassword);
    // Counted as a sign-in attempt, so that a stolen session cannot guess the password.
    await countGuess(db, user.email, originOf(request), change, loginFailures);
    return { changed: true };
  });
}

/** Begins a sign-up, whose code is sent by e-mail. */
async function beginSignUp(db: Db, kind: SignUpKind, request: FastifyRequest, body: SignUpRequest) {
  await admitNetwork(db, request.ip);
  const id = await signUp(db, kind, body, originOf(request));
  return {
    user_id: id,
    email: normalEmail(body.email),
    status: 'UNCONFIRMED' as const,
    verification: 'EMAIL_CODE' as const,
    expires_in: codeMs / 1000,
  };
}

/** Counts a request for a code. @throws RATE_LIMITED when this network has requested too many within the hour */
async function admitNetwork(db: Db, address: string): Promise<void> {
  const waitMs = await countCodeRequestFrom(db, address);
  if (waitMs !== undefined) throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
}
