/** The product's constants, each named once. Times in milliseconds, sizes in bytes unless the name has another unit. */
const KB = 1024;
const MB = 1024 * KB;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const limits = {
  // tables of things
  pageRows: 50,
  pageRowsMost: 100,
  // chat
  attachmentsPerMessage: 5,
  attachmentBytes: 5 * MB, // a file must be under this
  /** A picture of more pixels is refused; of more than the second it is kept, but not drawn. A moving one: in all frames. */
  picturePixels: 100_000_000,
  drawnPixels: 32_000_000,
  drawnPixelsOfFrames: 500_000_000,
  /** A form with a message and its files. */
  formBytes: 27 * MB,
  formFields: 10,
  formFieldBytes: 128 * KB,
  formPartHeadBytes: 8 * KB,
  messageChars: 10_000,
  questionChars: 2_000,
  messagePage: 50,
  /** How long a customer's message may stay unread before experts get an e-mail, and the least time between two. */
  expertWaitMs: 15 * MINUTE,
  expertLetterEveryMs: 1 * HOUR,
  // orders
  testsPerOrder: 100,
  /** Places of an order that hold something, those of removed tests too. */
  fieldsPerOrder: 4_000,
  // accounts
  passwordMinChars: 8,
  passwordMaxChars: 128,
  tokenDaysOnLogin: 7,
  tokenDaysFromLink: 30,
  sessionIdleMs: 30 * DAY,
  sessionMaxMs: 90 * DAY,
  rotatedTokenGraceMs: 60 * SECOND,
  /** Calls that renew one token at once are each given one of their own. */
  tokensBesideNewest: 20,
  conversationCookieDays: 30,
  deviceCookieDays: 400,
  consentCookieDays: 180,
  consentRecordDays: 182,
  trialQuestions: 10,
  freeTrialDays: 14,
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
  contactChars: 5_000,
  // network
  httpTimeoutMs: 300_000,
  syncTimeoutMs: 20 * SECOND,
  socketReconnectMinMs: 1 * SECOND,
  socketReconnectMaxMs: 5 * SECOND,
  socketReconnectJitter: 0.5,
  socketConnectTimeoutMs: 20 * SECOND,
  /** A socket that has been asked to close and does not say so is given up. */
  socketCloseTimeoutMs: 2 * SECOND,
  /** A socket that has not answered a push by then is taken for lost. */
  socketAckTimeoutMs: 5 * SECOND,
  /** A whole push and its envelope. */
  socketPacketBytes: 272 * KB,
  /** Calls wait this long at most for the fingerprint they carry. */
  deviceIdMs: 2 * SECOND,
  versionCheckMs: 10 * SECOND,
  notificationMs: 5 * SECOND,
  signedOutReloadMs: 4 * SECOND,
  // sync
  pushCommands: 500,
  pushBytes: 256 * KB,
  /** A device begins with this much in a call, and finds out what its network carries. */
  pushBytesAtFirst: 128 * KB,
  pushBytesWhenWoken: 16 * KB,
  pushBytesAtLeast: 4 * KB,
  pullEvents: 1000,
  pullEventsAtFirst: 500,
  pullEventsAtLeast: 10,
  framesInFlight: 4,
  hintBytes: 8 * KB,
  /** So many hints go to a socket at once in each interval; those that follow are gathered until it ends. */
  hintsPerInterval: 5,
  hintIntervalMs: 50,
  safetyPullMs: 60 * SECOND,
  /** A crowd that has to look at the same time does so within this. */
  pullSpreadMs: 3 * SECOND,
  drainEveryMs: 30 * SECOND,
  leaderBeatMs: 5 * SECOND,
  leaderStaleMs: 20 * SECOND,
  serviceWorkerDrainMs: 25 * SECOND,
  retryDelaysMs: [1, 2, 5, 10, 30, 60].map((seconds) => seconds * SECOND),
  /** After so many answers to try the same command again, its owner decides what becomes of it. */
  sameRetries: 8,
  locksPerTransaction: 64,
  stillWaitingMs: 24 * HOUR,
  askBeforeSendingMs: 60 * DAY,
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
  /** A queue that has not moved for this long although it could is looked at anew. */
  idleQueueMs: 60 * SECOND,
  uploadChunkBytes: 256 * KB,
  /** An upload that is not finished by then is given up; stored bytes that nothing shows are deleted after the second. */
  uploadMs: 7 * DAY,
  unusedFileMs: 90 * DAY,
  draftPatchDelayMs: 500,
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
  // between processes
  redisBeatMs: 2 * SECOND,
  redisSilenceMs: 5 * SECOND,
  // layout
  sidebarPx: 250,
  chatBoxPx: { width: 700, height: 640, inset: 24 },
} as const;
