import { Type, type Static } from 'typebox';
import { id, nullable, oneOf, text, uuid, when } from '../../ground/wire/parts.ts';
import { planNames } from '../users.ts';

/** Requests and replies about accounts, sign-ups and sign-ins. */

export const loginBody = Type.Object({
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
export const registerBody = Type.Object({ ...aboutMe, password: newPassword });
export type RegisterBody = Static<typeof registerBody>;
export const freeTrialBody = Type.Object({ ...aboutMe, password: newPassword, plan: planName });
/** Without a password, one can be set later by resetting it. */
export const instantTestBody = Type.Object({ ...aboutMe, password: Type.Optional(newPassword) });
export const signUpReply = Type.Object({
  user_id: id,
  email: text,
  status: oneOf('UNCONFIRMED'),
  verification: oneOf('EMAIL_CODE'),
  expires_in: Type.Integer({ description: 'Seconds until the code is void' }),
});

/** `user_id`, from the sign-up's reply, identifies one of several requests for the same address. */
export const verifyBody = Type.Object({
  email,
  verificationCode: Type.String({ maxLength: 20 }),
  user_id: Type.Optional(id),
});
export const resendBody = Type.Object({ email, user_id: Type.Optional(id) });
export const codeSentReply = Type.Object({ sent: Type.Boolean() });
export const forgotPasswordBody = Type.Object({ email });
export const signInByCodeBody = Type.Object({
  email,
  verificationCode: Type.String({ maxLength: 20 }),
  remember: Type.Optional(Type.Boolean()),
});
export const confirmPasswordBody = Type.Object({
  email,
  confirmationCode: Type.String({ maxLength: 20 }),
  newPassword,
});
export const changePasswordBody = Type.Object({ password: Type.String({ minLength: 1, maxLength: 512 }), newPassword });
/** The password; users without one enter the e-mail address of the account instead. */
export const deletionBody = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
  email: Type.Optional(email),
});
export const deletionReply = Type.Object({
  deletion_due_at: nullable(when),
  proof: oneOf('password', 'email'),
});
export type DeletionReply = Static<typeof deletionReply>;
export const changedReply = Type.Object({ changed: Type.Boolean() });

// consent, and unsubscribing from e-mails

/** `categories` is a JSON string, as specified: `["necessary","functional"]`. */
export const consentBody = Type.Object({
  consent_id: Type.Optional(uuid),
  categories: Type.String({ maxLength: 200 }),
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$' })),
});
export const consentReply = Type.Object({ consent_id: id, categories: text, language: text, expires_at: when });
export const deactivateNotificationBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });
export const deactivatedReply = Type.Object({ deactivated: Type.Boolean() });

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

export const tokenReply = Type.Object({ accessToken: text, expires_in: Type.Integer({ description: 'Seconds' }) });
/**
 * Token and user are present only where confirming signs in: for instant tests, and in version 2. The challenge is
 * present when the code was entered elsewhere than where the sign-up was requested: its password does not count.
 */
export const verifyReply = Type.Object({
  verified: Type.Boolean(),
  accessToken: Type.Optional(text),
  expires_in: Type.Optional(Type.Integer()),
  user: Type.Optional(meReply),
  challenge: Type.Optional(oneOf('NewPasswordRequired')),
  session: Type.Optional(text),
});
/** Either the token and the user, or the challenge to set a password first, with the session for doing so. */
export const loginReply = Type.Object({
  accessToken: Type.Optional(text),
  expires_in: Type.Optional(Type.Integer()),
  user: Type.Optional(meReply),
  challenge: Type.Optional(oneOf('NewPasswordRequired')),
  session: Type.Optional(text),
});

/** Reply to a code that signs in. */
export const signedInReply = Type.Object({ accessToken: text, expires_in: Type.Integer(), user: meReply });
