import type { FastifyInstance, FastifyRequest } from 'fastify';
import { normalEmail } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfAccounts } from '#domain/account/wire/accounts.ts';
import { checkNewPassword, type ProvenPassword, setFirstPassword } from '../accounts.ts';
import type { Db } from '../../database/db.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { bearerOf } from '../../http/guards.ts';
import { acceptInvitation } from '../invitations.ts';
import { admitLogin, unlessUndecided, wrongPassword } from '../login-attempts.ts';
import { type HashingGroups, passwordMatches } from '../passwords.ts';
import { revokeSession, rotateToken, tokenSeconds } from '../../session/sessions.ts';
import { accountOf } from '../store/accounts.ts';
import { challenge, invitationWith, isChallenged } from '../store/invitations.ts';
import { forgetAttempts } from '../store/login-attempts.ts';
import { openSignUps } from '../store/sign-ups.ts';
import { originOf, signInByPassword } from './sign-in.ts';
import { serving } from '../../http/serve-routes.ts';

/** Routes for sign-in and sign-out. Both versions of the API share them, and count failed attempts together. */
export function authRoutes(app: FastifyInstance, { db, config }: Deps): void {
  const serve = serving(app, routesOfAccounts);

  async function signedIn(proven: ProvenPassword, request: FastifyRequest, remember?: boolean) {
    const signIn = await signInByPassword(db, request, { ...proven, remember });
    if (signIn?.user === undefined) throw new Refusal('NotAuthorizedException');
    return { ...signIn, user: signIn.user };
  }

  serve('POST /auth/login', async (request) => {
    const { password, newPassword, session, remember } = request.body;
    const email = normalEmail(request.body.email);
    // Checked before the attempt is counted, because a weak new password is no guess.
    if (session !== undefined && newPassword !== undefined) checkNewPassword(newPassword);
    const from = originOf(request);
    const device = from.deviceId;
    const attempt = await admitLogin(db, request.body.email, from);
    const { whose } = attempt;
    if (session !== undefined && newPassword !== undefined) {
      const shown = { email, session, newPassword, whose };
      const proven = await unlessUndecided(db, attempt, async () =>
        (await isChallenged(db, email, session))
          ? acceptInvitation(db, shown, config.trialQuestionLimit)
          : setFirstPassword(db, { ...shown, device }),
      );
      await forgetAttempts(db, email, request.ip);
      return signedIn(proven, request, remember);
    }
    const { account, invitation, isRight, isWaiting } = await unlessUndecided(db, attempt, () =>
      lookUpLogin(db, { address: request.body.email, password, device, whose }),
    );
    const passwordHash = account?.password_hash ?? undefined;
    if (account === undefined && invitation !== undefined) {
      await forgetAttempts(db, email, request.ip);
      return { challenge: 'NewPasswordRequired' as const, session: await challenge(db, invitation.id) };
    }
    if (isWaiting) throw new Refusal('UserNotConfirmedException');
    if (account === undefined || passwordHash === undefined || !isRight) throw wrongPassword(attempt);
    // Reported only after the correct password, so that it reveals no account to others. By the id its owner finds on the
    // device what was not sent.
    if (account.disabled) throw new Refusal('DEACTIVATED', { userId: account.id });
    await forgetAttempts(db, email, request.ip);
    if (account.status === 'UNCONFIRMED') throw new Refusal('UserNotConfirmedException');
    return signedIn({ userId: account.id, passwordHash }, request, remember);
  });

  // A GET, as specified. An <img> cannot trigger it, because it sends no bearer token.
  serve('GET /auth/logout', async (request) => {
    await revokeSession(db, request.session.sessionId);
  });

  serve('POST /auth/getToken', async (request) => {
    const accessToken = await rotateToken(db, bearerOf(request.headers.authorization));
    if (accessToken === undefined) throw new Refusal('UNAUTHORIZED');
    return { accessToken, expires_in: tokenSeconds };
  });
}

/** Looks up what an address and a password open: an account, an invitation or a sign-up that waits for its code. */
async function lookUpLogin(
  db: Db,
  {
    address,
    password,
    device,
    whose,
  }: { address: string; password: string; device: string | null; whose: HashingGroups },
) {
  const email = normalEmail(address);
  const account = await accountOf(db, address);
  // Queried for all, so that the reply's time does not reveal a waiting sign-up.
  const waiting = (await openSignUps(db, email)).find(({ device_id: each }) => device !== null && each === device);
  const invitation = await invitationWith(db, email, password);
  const isRight = await passwordMatches(account?.password_hash ?? undefined, password, whose);
  // Reported only to the device of the sign-up, whether or not the address has an account, so that a sign-up does not
  // reveal that.
  const isWaiting =
    !isRight && waiting !== undefined && (await passwordMatches(waiting.password_hash ?? undefined, password, whose));
  return { account, invitation, isRight, isWaiting };
}
