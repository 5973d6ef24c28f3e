import { Type, type Static } from 'typebox';
import { id, nothing, nullable, oneOf, text, uuid, when } from '../../ground/wire/parts.ts';
import { planNames } from '../users.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Requests and replies about accounts, sign-ups and sign-ins. */

const loginBody = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  newPassword: Type.Optional(Type.String({ maxLength: 512 })),
  session: Type.Optional(Type.String({ maxLength: 64, description: 'Of the challenge that newPassword answers' })),
  remember: Type.Optional(Type.Boolean()),
});

const email = Type.String({ minLength: 3, maxLength: 254 });
const newPassword = Type.String({ minLength: 1, maxLength: 512 });
const planName = oneOf(...planNames);

/** Fields about the user, common to all sign-ups. */
const aboutMe = {
  email,
  username: Type.Optional(Type.String({ maxLength: 64 })),
  display_name: Type.Optional(Type.String({ maxLength: 100 })),
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })),
};
const registerBody = Type.Object({ ...aboutMe, password: newPassword });
export type RegisterBody = Static<typeof registerBody>;
const freeTrialBody = Type.Object({ ...aboutMe, password: newPassword, plan: planName });
/** Without a password, one can be set later by resetting it. */
const instantTestBody = Type.Object({ ...aboutMe, password: Type.Optional(newPassword) });
/** Fields that the forms of all sign-ups send. */
export type SignUpForm = Static<typeof instantTestBody> & Partial<Pick<Static<typeof freeTrialBody>, 'plan'>>;
const signUpReply = Type.Object({
  user_id: id,
  email: text,
  status: oneOf('UNCONFIRMED'),
  verification: oneOf('EMAIL_CODE'),
  expires_in: Type.Integer({ description: 'Seconds until the code is void' }),
});

/** `user_id`, from the sign-up's reply, identifies one of several requests for the same address. */
const verifyBody = Type.Object({
  email,
  verificationCode: Type.String({ maxLength: 20 }),
  user_id: Type.Optional(id),
});
const resendBody = Type.Object({ email, user_id: Type.Optional(id) });
export const codeSentReply = Type.Object({ sent: Type.Boolean() });
const forgotPasswordBody = Type.Object({ email });
const signInByCodeBody = Type.Object({
  email,
  verificationCode: Type.String({ maxLength: 20 }),
  remember: Type.Optional(Type.Boolean()),
});
const confirmPasswordBody = Type.Object({
  email,
  confirmationCode: Type.String({ maxLength: 20 }),
  newPassword,
});
const changePasswordBody = Type.Object({ password: Type.String({ minLength: 1, maxLength: 512 }), newPassword });
/** The password; users without one enter the e-mail address of the account instead. */
const deletionBody = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  email: Type.Optional(email),
});
const deletionReply = Type.Object({
  deletion_due_at: nullable(when),
  proof: oneOf('password', 'email'),
});
export type DeletionReply = Static<typeof deletionReply>;
const changedReply = Type.Object({ changed: Type.Boolean() });

// consent, and unsubscribing from e-mails

/** `categories` is a JSON string, as specified: `["necessary","functional"]`. */
const consentBody = Type.Object({
  consent_id: Type.Optional(uuid),
  categories: Type.String({ maxLength: 200 }),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })),
});
const consentReply = Type.Object({ consent_id: id, categories: text, language: text, expires_at: when });
const deactivateNotificationBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
const deactivatedReply = Type.Object({ deactivated: Type.Boolean() });

const subscription = Type.Object({
  billing_type: oneOf('fixed', 'payu'),
  status: oneOf('active', 'trailing', 'past_due', 'cancelled'),
  current_period_end: nullable(when),
});

export const meReply = Type.Object({
  id,
  email: text,
  display_name: text,
  username: nullable(text),
  phone: nullable(text),
  company_id: nullable(Type.Integer()),
  company: nullable(Type.Object({ id: Type.Integer(), name: text })),
  role: oneOf('CHATBOT', 'USER', 'COMPANY_ADMIN', 'EXPERT'),
  status: oneOf('ACTIVE', 'INSTANT_TEST', 'FREE_TRIAL', 'UNCONFIRMED', 'DEACTIVATED'),
  question_usage: Type.Integer(),
  question_limit: Type.Integer(),
  plan: nullable(Type.Object({ name: text })),
  subscription: nullable(subscription),
  flags: Type.Object({
    isAdmin: Type.Boolean(),
    isInstantTester: Type.Boolean(),
    hasNavigatorPremiumPass: Type.Boolean(),
    canChatWithExperts: Type.Boolean(),
    disableAiChat: Type.Boolean(),
  }),
  permissions: Type.Array(text),
  unread: Type.Object({ expert: Type.Integer(), po: Type.Integer() }),
  deletion_due_at: Type.Optional(nullable(when)),
});

const tokenReply = Type.Object({ accessToken: text, expires_in: Type.Integer({ description: 'Seconds' }) });
/**
 * Token and user are present only where confirming signs in: for instant tests, and in version 2. The challenge is
 * present when the code was entered elsewhere than where the sign-up was requested: its password does not count.
 */
const verifyReply = Type.Object({
  verified: Type.Boolean(),
  accessToken: Type.Optional(text),
  expires_in: Type.Optional(Type.Integer()),
  user: Type.Optional(meReply),
  challenge: Type.Optional(oneOf('NewPasswordRequired')),
  session: Type.Optional(text),
});
/** Either the token and the user, or the challenge to set a password first, with the session for doing so. */
const loginReply = Type.Object({
  accessToken: Type.Optional(text),
  expires_in: Type.Optional(Type.Integer()),
  user: Type.Optional(meReply),
  challenge: Type.Optional(oneOf('NewPasswordRequired')),
  session: Type.Optional(text),
});

/** Reply to a code that signs in. */
const signedInReply = Type.Object({ accessToken: text, expires_in: Type.Integer(), user: meReply });

export const routesOfAccounts = {
  // Refused with NotAuthorizedException when the password is wrong.
  'POST /auth/login': { body: loginBody, response: { 200: loginReply } },
  'GET /auth/logout': { response: { 204: nothing } },
  'POST /auth/getToken': { response: { 200: tokenReply } },
  'POST /auth/register': { body: registerBody, response: { 201: signUpReply } },
  'POST /auth/free_trial': { body: freeTrialBody, response: { 201: signUpReply } },
  'POST /auth/instant_test': { body: instantTestBody, response: { 201: signUpReply } },
  'POST /auth/verify': { body: verifyBody, response: { 200: verifyReply } },
  'POST /auth/re-send-confirmation-code': { body: resendBody, response: { 200: codeSentReply } },
  // The reply is the same whether or not the address has an account.
  'POST /auth/forgot-password': { body: forgotPasswordBody, response: { 200: codeSentReply } },
  // The same here.
  'POST /auth/send-sign-in-code': { body: forgotPasswordBody, response: { 200: codeSentReply } },
  'POST /auth/sign-in-by-code': { body: signInByCodeBody, response: { 200: signedInReply } },
  'POST /auth/confirm-password': { body: confirmPasswordBody, response: { 200: changedReply } },
  // Refused with the field `password` when the old one is wrong.
  'PUT /users/me/password': { body: changePasswordBody, response: { 200: changedReply } },
  'GET /users/me/deletion': { response: { 200: deletionReply } },
  // Refused with the field `password` or `email` that does not match the account.
  'POST /users/me/deletion': { body: deletionBody, response: { 200: deletionReply } },
  'DELETE /users/me/deletion': { keyed: true, response: { 200: deletionReply } },
  'PUT /auth/banner/cookies': { body: consentBody, response: { 200: consentReply } },
  'POST /experts/deactivate-expert-notification': {
    body: deactivateNotificationBody,
    response: { 200: deactivatedReply },
  },
} satisfies RouteTable;
