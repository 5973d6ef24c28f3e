import { DAY, HOUR, KB, MB, MINUTE, SECOND } from './units.ts';

/** What the server alone applies. Times in milliseconds, sizes in bytes unless the name has another unit. */
export const serverLimits = {
  // tables of things
  pageRows: 50,
  // chat
  /** A form with a message and its files. */
  formBytes: 27 * MB,
  formFields: 10,
  formFieldBytes: 128 * KB,
  formPartHeadBytes: 8 * KB,
  /** How long a customer's message may stay unread before experts get an e-mail, and the least time between two. */
  expertWaitMs: 15 * MINUTE,
  expertLetterEveryMs: 1 * HOUR,
  // accounts
  sessionIdleMs: 30 * DAY,
  sessionMaxMs: 90 * DAY,
  rotatedTokenGraceMs: 60 * SECOND,
  /** Calls that renew one token at once are each given one of their own. */
  tokensBesideNewest: 20,
  consentRecordDays: 182,
  trialQuestions: 10,
  /** Wishes for a trial of a kind in a day, of one device, and of one address; and trials confirmed, of one network. */
  signUpsPerDay: { INSTANT_TEST: 3, FREE_TRIAL: 3 },
  /** Wishes for a trial of a kind in a day of one network, confirmed or not. */
  signUpsOfNetworkPerDay: 30,
  /** Questions a day of people without an account. */
  openQuestionsPerDevice: 5,
  openQuestionsPerNetwork: 20,
  signUpMs: 1 * DAY,
  // codes that come by mail
  codeMs: 10 * MINUTE,
  codeTries: 5, // from the devices its owner has used, and as many from all others
  /** Letters with a code to one mailbox in a window, each for one end (sign-up, reset, invitation). */
  codeRequests: 5, // that one network asks for
  codeRequestsOfKnownDevice: 5, // that the owner's devices ask for, beside all others
  codeRequestsOfMailbox: 6, // that all others ask for; for a reset, then one as often as a code ends
  codeRequestsOfNetwork: 300,
  codeRequestWindowMs: 1 * HOUR,
  // invitations: until the letter's password is void, and how long the next step may take
  invitationMs: 3 * DAY,
  challengeMs: 10 * MINUTE,
  invitationsKeptMs: 30 * DAY,
  // wrong passwords: by account and address, then by account alone
  loginFailures: 5, // as many again from devices that have been signed in there
  /** Of one network, at whichever accounts; without those from devices that have been signed in there. */
  loginFailuresOfNetwork: 40,
  loginWindowMs: 15 * MINUTE,
  loginSiegeFailures: 20,
  loginSiegeWindowMs: 1 * HOUR,
  loginSiegeDelayMs: 3 * SECOND,
  // leaving: between the wish to have an account deleted and the deletion, and how many rows one transaction of it changes
  deletionGraceDays: 30,
  deletionStep: 200,
  // copies of one's own data: how long they can be fetched, may take to be made, and are listed afterwards; rows read at once
  copyKeptMs: 7 * DAY,
  copyMadeWithinMs: 1 * DAY,
  copyListedMs: 30 * DAY,
  copyStep: 200,
  // paying
  invoiceDueDays: 14,
  /** The next invoice comes so long before the paid time ends. */
  renewalLeadDays: 14,
  /** How long rights last beyond the paid time while a provider renews by itself. */
  renewalGraceMs: 1 * DAY,
  /** A webhook signed longer ago than this is not believed. */
  webhookAgeMs: 5 * MINUTE,
  paymentTimeoutMs: 20 * SECOND,
  /** The most that is read of an answer of the payment provider. */
  paymentAnswerBytes: 1 * MB,
  /** After so many failed calls in a row the provider is left alone for so long; then one call tries it. */
  paymentFailures: 5,
  paymentPauseMs: 30 * SECOND,
  contactLetters: 5, // from one network in an hour
  // network
  /** A whole push and its envelope. */
  socketPacketBytes: 272 * KB,
  // sync
  hintBytes: 8 * KB,
  /** So many hints go to a socket at once in each interval; those that follow are gathered until it ends. */
  hintsPerInterval: 5,
  hintIntervalMs: 50,
  /** A crowd that has to look at the same time does so within this. */
  pullSpreadMs: 3 * SECOND,
  locksPerTransaction: 64,
  idempotencyDays: 400,
  auditDays: 400,
  auditOfStrangersDays: 30, // of guests, with the network the call came from
  /** Older events than this are archived, once every device seen lately has them. */
  archiveAfterDays: 90,
  cursorSeenDays: 30,
  /** Events archived in one transaction: an open one holds back everybody's feed. */
  archiveStep: 5000,
  noteCursorMs: 1 * HOUR,
  /** Committed events that no pull may show for longer than this are worth a word in the log. */
  hiddenAlarmMs: 2 * SECOND,
  hiddenCheckMs: 500,
  /** How far the log was handed out is written down so often. */
  historyMarkMs: 1 * SECOND,
  /** An upload that is not finished by then is given up; stored bytes that nothing shows are deleted after the second. */
  uploadMs: 7 * DAY,
  unusedFileMs: 90 * DAY,
  // what is let in: in a minute of each address and person by all processes together, the rest by each of them
  requestsPerAddressPerMinute: 20_000,
  requestsPerPersonPerMinute: 6_000,
  handshakesPerAddressPerMinute: 300,
  /** The head of a request arrives within this, looked at every so often; the whole request within as long as calls wait. */
  headMs: 30 * SECOND,
  headCheckMs: 5 * SECOND,
  requestMs: 300 * SECOND,
  /** A body of which less than this arrives in such a time is not waited for: a thin network carries eight times as much. */
  bodyPaceMs: 50 * SECOND,
  bodyPaceBytes: 6 * KB,
  /** Of a request that was answered before it had come whole, so much is still read, for so long. */
  drainedBytes: 1 * MB,
  drainMs: 2 * SECOND,
  /** Processes tell each other so often what they let in; of whom takes less than this share of a limit they say nothing. */
  countsSharedEveryMs: 1 * SECOND,
  countShareTold: 0.1,
  handshakesAtOnce: 1_000,
  handshakeBackWithinMs: 5 * SECOND,
  admissionsAtOnce: 8,
  /** Open tabs and devices of one person in a process, each a connection. The next one waits until another closes. */
  socketsPerPerson: 20,
  socketsBackMs: 60 * SECOND,
  /** Unknown and malformed events of one connection; the next one ends it. */
  socketMistakes: 10,
  /** How often rights are looked at of whoever has something open, beside each change that is announced. */
  rightsCheckMs: 1.5 * SECOND,
  chatEventsPerSecond: 100,
  syncEventsPerSecond: 1_000,
  slowReaderBytes: 4 * MB,
  slowReaderCheckMs: 1 * SECOND,
  slowReaderGraceMs: 5 * SECOND,
  slowReaderRetryMs: 5 * SECOND,
  /** Fewer than the connections of a process: commands never wait for a crowd that reads. */
  pullsAtOnce: 6,
  pullsWaiting: 2_000,
  passwordsAtOnce: 2,
  passwordsWaiting: 50,
  passwordsBackMs: 5 * SECOND,
  /** When the server leaves, sockets come back between these, later the more of them there are. */
  leavingMinMs: 500,
  leavingSpreadMs: 4_500,
  leavingPerSocketMs: 3,
  /** A server that stops ends within 10 s, so answers under way have this long. */
  lastAnswersMs: 6 * SECOND,
  // the database, for people: they are answered within two seconds, whoever holds a lock
  lockWaitMs: 0.8 * SECOND,
  /** How long one waits for a connection while others wait in vain for a lock, and how long after such a wait that is so. */
  heldUpWaitMs: 0.4 * SECOND,
  heldUpMs: 2 * SECOND,
  statementMs: 20 * SECOND,
  /** How long storage counts as full after something could not be stored. */
  storageFullMs: 1 * MINUTE,
  /** One trouble is one line of the log, and one more with its count each so often and when it is over. */
  troubleToldEveryMs: 1 * MINUTE,
  troubleOverMs: 5 * SECOND,
  unknownEventsCheckMs: 5 * SECOND,
  // between processes
  redisBeatMs: 2 * SECOND,
  redisSilenceMs: 5 * SECOND,
} as const;
