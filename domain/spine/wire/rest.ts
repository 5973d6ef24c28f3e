import { Type, type Static } from 'typebox';
import { languages } from '../../ground/languages.ts';
import { limits } from '../../ground/limits.ts';
import { planNames } from '../../account/users.ts';
import { attachedFiles } from './commands.ts';
import { file, id, int4, listOf, nullable, oneOf, page, text, uuid, when } from '../../ground/wire/parts.ts';

/**
 * Request and reply schemas of the specified endpoints. Unknown fields in a request are refused; fields of a reply that
 * are not listed are dropped.
 */

/** Idempotency key of a write. A repeated request has no further effect and gets the first reply. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'A UUID. The same key and body again: the same answer.' }),
  ),
});

export const idParams = Type.Object({ id });

/** Language of a document; without it, its customer's. */
export const documentQuery = Type.Object({ language: Type.Optional(oneOf(...languages.map(({ code }) => code))) });

// users

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

// rooms and messages

const fileSource = Type.Object(
  { id, name: text, page: Type.Union([Type.Integer(), text]), passage: text },
  { description: 'Set for a passage of a file of the question, word for word. `qnaId` is empty then.' },
);
const fileNotes = Type.Array(Type.Object({ id, name: text, problem: text, text }), {
  description: 'The files of the question that were not read, with the reason',
});

const calculation = Type.Object({
  formula: text,
  values: Type.Record(text, Type.Number(), { description: 'Inputs and results, in A, Ah, V, Wh, mm, h and so on' }),
  assumed: Type.Array(text, { description: 'Keys of the inputs that were not in the question' }),
});

const askable = Type.Object({ qnaId: text, question: text });

const askedOrder = Type.Object({
  service: oneOf('prototyping', 'testing', 'both'),
  format: Type.Optional(text),
  quantity: Type.Optional(Type.Integer()),
  chemistry: Type.Optional(text),
  capacity_Ah: Type.Optional(Type.Number()),
  cycles: Type.Optional(Type.Integer()),
  temperature_C: Type.Optional(Type.Number()),
  tests: Type.Array(oneOf('RPT', 'Cycle', 'Pulse', 'Rate', 'Calendar', 'Safety')),
  safetyTests: Type.Optional(Type.Array(oneOf('Thermal Abuse', 'Overcharge', 'Nail Penetration', 'Crush'))),
});

const answerFacts = Type.Object({
  questionId: id,
  status: oneOf('done', 'no_answer', 'suggest', 'stopped', 'error'),
  mode: oneOf('kb', 'llm'),
  confidence: Type.Number(),
  sources: Type.Array(
    Type.Object({
      n: Type.Integer(),
      qnaId: text,
      question: text,
      urls: Type.Array(text),
      category: text,
      score: Type.Number(),
      file: Type.Optional(fileSource),
    }),
  ),
  suggestions: Type.Array(askable),
  related: Type.Optional(Type.Array(askable)),
  refine: Type.Optional(
    Type.Object({
      other: Type.Optional(askable),
      changes: Type.Optional(Type.Array(Type.Object({ label: text, question: text }))),
    }),
  ),
  handoff: Type.Object({ offered: Type.Boolean(), allowed: Type.Boolean() }),
  calculation: Type.Optional(calculation),
  order: Type.Optional(askedOrder),
  emergency: Type.Optional(Type.Literal(true, { description: 'The fixed text for people in danger' })),
  sentence: Type.Optional(
    Type.String({
      description: "Which of the assistant's own sentences the content is, for screens in other languages",
    }),
  ),
  fileNotes: Type.Optional(fileNotes),
});

const handoffFacts = Type.Object({
  questionId: nullable(id),
  roomId: id,
  turns: Type.Optional(
    Type.Array(
      Type.Object({
        kind: oneOf('user', 'assistant', 'finder'),
        text,
        at: when,
        sources: Type.Array(Type.Object({ question: text, urls: Type.Array(text) })),
      }),
    ),
  ),
  note: Type.Optional(Type.String({ description: 'What the customer has tried' })),
  order: Type.Optional(Type.Object({ id, number: text }, { description: 'The order that the customer came from' })),
});

export const messageReply = Type.Object({
  id,
  message_id: id,
  client_message_id: id,
  room_id: id,
  roomId: id,
  seq: Type.Integer(),
  content: text,
  sender_type: oneOf('USER', 'SUPPORT'),
  author: Type.Object({ id: text, name: text, kind: text }),
  is_read: Type.Boolean(),
  status: Type.Literal('sent'),
  message_type: oneOf('text', 'file', 'image'),
  file_url: nullable(text),
  files: Type.Array(file),
  reply_to: nullable(id),
  created_at: when,
  answer: Type.Optional(answerFacts),
  feedback: Type.Optional(Type.Object({ rating: oneOf(1, -1), comment: nullable(text), sseq: Type.Integer() })),
  handoff: Type.Optional(handoffFacts),
  redacted: Type.Optional(Type.Literal(true, { description: 'Its content was taken away' })),
});

const roomReply = Type.Object({
  id,
  type: Type.Integer(),
  name: text,
  created_at: when,
  unreadCount: Type.Integer(),
  messages: Type.Array(messageReply, { description: 'The newest ones, oldest first' }),
  lastMessage: nullable(Type.Object({ content: text, created_at: when, sender_type: oneOf('USER', 'SUPPORT') })),
  customer: Type.Object({ id, name: text, company: nullable(text) }),
  order_id: nullable(id),
  status: text,
});

export const openRoomBody = Type.Object({
  id: Type.Optional(uuid),
  type: Type.Optional(Type.Integer({ minimum: 5, maximum: 7 })),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  order_id: Type.Optional(uuid),
  result_name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  client_id: Type.Optional(uuid),
});

export type OpenRoomBody = Static<typeof openRoomBody>;

/** One room for each name of a result, such as `PO-2026-000123: Cycle test`. */
export const openResultRoomBody = Type.Object({
  id: Type.Optional(uuid),
  result_name: Type.String({ minLength: 1, maxLength: 200 }),
  client_id: Type.Optional(uuid),
});

export const chatSearchQuery = Type.Object({ q: Type.String({ minLength: 1, maxLength: limits.searchChars }) });
export const chatSearchReply = Type.Object({
  items: Type.Array(
    Type.Object({
      room_id: id,
      type: Type.Integer(),
      title: nullable(text),
      message_id: nullable(id),
      excerpt: nullable(text),
      at: nullable(when),
    }),
  ),
  /** How many conversations have the words; `items` are the newest of them. */
  total: Type.Integer(),
});
export type ChatSearchReply = Static<typeof chatSearchReply>;

export const olderQuery = Type.Object({
  before: Type.Optional(int4(1)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

export const openedReply = Type.Object({ room: roomReply });
export const roomPageReply = Type.Object({
  room: roomReply,
  messages: Type.Array(messageReply),
  unreadCount: Type.Integer(),
  next_before: nullable(Type.Integer()),
});
export const sentReply = Type.Object({
  message: messageReply,
  message_id: Type.Optional(id),
  content: Type.Optional(text),
  roomId: Type.Optional(id),
  files: Type.Optional(Type.Array(file)),
});
export const unreadReply = Type.Object({
  total_unread_message: Type.Integer(),
  rooms: Type.Array(Type.Object({ roomId: id, unreadCount: Type.Integer() })),
});

/** Fields of a message, as JSON or as a multipart form. */
export const messageFields = Type.Object({
  content: Type.Optional(Type.String({ maxLength: 100_000 })),
  roomId: Type.Optional(uuid),
  conversation_id: Type.Optional(uuid),
  reply_to: Type.Optional(uuid),
  client_message_id: Type.Optional(uuid),
});
export type MessageFields = Static<typeof messageFields>;

export const conversationReply = Type.Object({ conversation: roomReply, message: messageReply });

// the assistant

export const questionBody = Type.Object({
  role: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'Of the writer, lower-cased; what a user may do follows from the session alone',
    }),
  ),
  text: Type.String({ maxLength: 100_000 }),
  thread_id: Type.Optional(uuid),
  conversation_id: Type.Optional(uuid),
  client_message_id: Type.Optional(uuid),
  chat_type: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  // The token determines whether the user has an account.
  isUnregisteredUser: Type.Optional(Type.Boolean({ description: 'Ignored' })),
  files: Type.Optional(attachedFiles),
});

const answerFields = {
  id,
  content: text,
  mode: oneOf('kb', 'llm'),
  confidence: Type.Number(),
  sources: Type.Array(
    Type.Object({
      n: Type.Integer(),
      qna_id: text,
      question: text,
      urls: Type.Array(text),
      category: text,
      score: Type.Number(),
    }),
  ),
  suggestions: Type.Array(Type.Object({ qna_id: text, question: text })),
  handoff: Type.Object({ offered: Type.Boolean(), allowed: Type.Boolean() }),
  calculation: Type.Optional(calculation),
  order: Type.Optional(askedOrder),
  doubts: Type.Optional(
    Type.Array(Type.Object({ sentence: text, why: oneOf('uncited', 'figure', 'words') }), {
      description: 'Sentences of a language model that the sources do not support',
    }),
  ),
  fallback: Type.Optional(Type.String({ description: 'Why a language model did not write this answer' })),
};

const answered = {
  question: Type.Object({ id }),
  answer: Type.Object({ ...answerFields, status: oneOf('done', 'no_answer', 'suggest', 'stopped', 'error') }),
  usage: Type.Object({ question_usage: Type.Integer(), question_limit: Type.Integer() }),
};

export const questionReply = Type.Object({ conversation_id: id, thread_id: id, ...answered });
export type QuestionReply = Static<typeof questionReply>;

/** An answer as it is now: `writing` until it is finished. `seq` is what to name as `after` to get what follows. */
export const answerNowReply = Type.Object({
  ...answerFields,
  status: oneOf('writing', 'done', 'no_answer', 'suggest', 'stopped', 'error'),
  seq: Type.Integer(),
});
export type AnswerNowReply = Static<typeof answerNowReply>;
export const answerQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of UTF-16 units that the reader has' })),
});
export const stopReply = Type.Object({ id, state: oneOf('stopping', 'finished') });

/** A guest's question. Guests have no room to continue, and no files. */
export const openQuestionBody = Type.Object({
  ...Type.Omit(questionBody, ['thread_id', 'conversation_id', 'files']).properties,
  files: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 0, description: 'None' })),
});
const entryToAsk = Type.Object({ qna_id: text, question: text });
/** Also what a device otherwise gets with the message of the answer, through the sync layer. */
const openAnswer = Type.Object({
  ...answered.answer.properties,
  emergency: Type.Optional(Type.Boolean({ description: 'The content is the fixed text for emergencies' })),
  sentence: Type.Optional(Type.String({ description: 'Name of the fixed sentence that the content is' })),
  related: Type.Optional(Type.Array(entryToAsk)),
  refine: Type.Optional(
    Type.Object({
      other: Type.Optional(entryToAsk),
      changes: Type.Optional(Type.Array(Type.Object({ label: text, question: text }))),
    }),
  ),
});
export const openQuestionReply = Type.Object({ ...answered, answer: openAnswer });
export type OpenQuestionReply = Static<typeof openQuestionReply>;

export const feedbackBody = Type.Object({
  answer_id: uuid,
  rating: oneOf(1, -1),
  reason: Type.Optional(Type.String({ maxLength: 200 })),
  comment: Type.Optional(Type.String({ maxLength: 2000 })),
  client_id: Type.Optional(uuid),
});
export const feedbackReply = Type.Object({ id, state: oneOf('asked', 'follow_up', 'done') });

// the back office

export const auditQuery = Type.Object({
  ...page,
  what: Type.Optional(Type.String({ maxLength: 60 })),
});
export const auditReply = listOf(
  Type.Object({
    at: when,
    what: text,
    actor: nullable(id),
    about: nullable(text),
    fields: Type.Array(text),
    request_id: id,
    network: nullable(text),
    times: Type.Integer(),
  }),
);

// the server itself

export const statusReply = Type.Object({ status: text });
export const healthReply = Type.Object({
  status: text,
  database: Type.Optional(Type.Literal('newer', { description: 'A newer build has migrated the database' })),
});
export const versionReply = Type.Object({
  version: text,
  built_at: when,
  min_client: Type.Integer(),
  demo: Type.Optional(
    Type.Object(
      { password: text, accounts: Type.Array(Type.Object({ email: text, about: text })) },
      { description: 'Accounts to try the product with; only on a server with demo data, never in production' },
    ),
  ),
});
