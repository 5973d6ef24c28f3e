import { DAY, HOUR, KB, MB, MINUTE, SECOND } from './units.ts';

/** Limits that only the server applies. Times in milliseconds, sizes in bytes, unless the name has another unit. */
export const serverLimits = {
  // tables
  pageRows: 50,
  /** Most rows of a list in a file. */
  exportedRows: 10_000,
  listedInvoices: 50,
  listedRooms: 500,
  /** Newest messages of each room in a list of rooms. */
  listedMessages: 10,
  // chat
  /** Largest multipart form: a message with its files. */
  formBytes: 27 * MB,
  formFields: 10,
  formFieldBytes: 128 * KB,
  formPartHeadBytes: 8 * KB,
  /** Time a customer's message may stay unread before experts are e-mailed, and the least time between two e-mails. */
  expertWaitMs: 15 * MINUTE,
  expertEmailEveryMs: 1 * HOUR,
  /** How long questions of guests stay in the records of questions. */
  guestRecordDays: 365,
  /** Questions whose nearest entry is found at once, when the list of those without a good answer is opened. */
  nearestAtOnce: 200,
  /** Questions of a group that are listed, and entries that a search among them lists. */
  questionsOfGroup: 100,
  foundQnas: 20,
  /** Times a day that a user is told of a checked answer to an earlier question. */
  checkedAnswersPerDay: 3,
  askersToldAtOnce: 500,
  // the text of attachments: see `server/file-text`
  fileTextBytes: 20 * MB,
  /** Parts of an Office file, and bytes they inflate to. */
  fileTextParts: 5_000,
  fileTextInflatedBytes: 64 * MB,
  fileTextPages: 300,
  fileTextChars: 300_000,
  /** JavaScript heap of the process that reads a file, and its whole memory. */
  fileTextHeapMb: 256,
  fileTextMemoryBytes: 512 * MB,
  /** Longest processor time and time that reading a file takes, and time that a question waits for it. */
  fileTextCpuMs: 10 * SECOND,
  fileTextMs: 60 * SECOND,
  fileTextWaitMs: 3 * SECOND,
  fileTextsAtOnce: 1,
  fileTextsWaiting: 50,
  /** Most files of the questions of one push that are searched. */
  fileTextsPerPush: 20,
  /** A file that could not be read is tried again after this time: the cause may have been the server. */
  fileTextAgainMs: 1 * HOUR,
  // answers of a language model
  /** A process that has not renewed its lease of an answer for this long counts as ended. */
  answerLeaseMs: 15 * SECOND,
  /** How often texts are saved and leases renewed, and how often answers of ended processes are looked for. */
  answerSaveEveryMs: 1 * SECOND,
  answerSweepEveryMs: 5 * SECOND,
  /** How often a reader of an answer looks whether it is finished, should a hint be lost. */
  answerPollMs: 2 * SECOND,
  /** Pieces of answers are gathered for this long after the first one, which is sent at once. */
  answerDeltaMs: 50,
  /** Longest piece, in UTF-16 units: it fits a notification of PostgreSQL. */
  answerDeltaChars: 1_500,
  /** Most answers that are written at once, in a process and for one user; the others wait. */
  answersAtOnce: 250,
  answersAtOncePerUser: 3,
  /** Most pieces that a document is cut into, from which experts make Q&As. */
  documentPieces: 300,
  // orders
  /** Of what files claim: length of a quotation, most claims of a kind in a file, and most files of an order. */
  claimQuoteChars: 80,
  claimsPerKind: 8,
  claimFiles: 40,
  /** Most orders that a preview of a rate card prices: those that were changed last. */
  previewedOrders: 300,
  /** Most versions of the rate card that are listed: the newest. */
  rateCardVersions: 100,
  /** Most versions of a Q&A that are listed: the newest. */
  qnaVersions: 50,
  /** Most versions of a tree of the failure finder that are listed: the newest. */
  finderVersions: 50,
  /** How long a reviewed price is binding unless the reviewer says until when, and the longest that one may say. */
  quoteDays: 30,
  quoteDaysMost: 365,
  /** Days before the end of a binding price at which its customer is e-mailed. */
  quoteReminderDays: 3,
  /** Largest price of an order, in cents. */
  quoteCents: 10_000_000_00,
  // categories
  /** Questions that a preview of a rename shows, and changes that are listed to be undone. */
  previewedQnas: 5,
  listedCategoryChanges: 10,
  // the index of the knowledge base
  /** Versions that can be brought back, with the present one; and those that the history lists. */
  keptIndexVersions: 3,
  listedIndexVersions: 300,
  /** The question set as a file, and the problems and versions that are listed of it. */
  questionTableBytes: 4 * MB,
  listedQuestionProblems: 100,
  figuresOverTime: 50,
  /** Most questions that are asked to measure an index. */
  measuredQuestions: 3_000,
  /** A process that measures a run of the sync notes so often that it is alive. */
  syncBeatMs: 3 * SECOND,
  /** A run of the sync without a sign of life for this long goes on in another process; so often, and then it fails. */
  syncSilenceMs: 15 * SECOND,
  syncAttempts: 3,
  /** Time after which a run that waits for its administrator ends. */
  syncReadyMs: 1 * DAY,
  /** Most changed entries, and questions that got worse, that a run lists. */
  syncListed: 100,
  // accounts
  sessionIdleMs: 30 * DAY,
  sessionMaxMs: 90 * DAY,
  /** How often a session in use is written as seen. */
  sessionSeenEveryMs: 1 * MINUTE,
  endedSessionDays: 30, // until then the row shows which device was signed in
  rotatedTokenGraceMs: 60 * SECOND,
  /** Concurrent calls that renew the same token each receive their own; this many stay valid besides the newest. */
  tokensBesideNewest: 20,
  consentRecordDays: 182,
  /** Per kind of trial and day: requests of one device, requests of one IP address, confirmed trials of one network. */
  signUpsPerDay: { INSTANT_TEST: 3, FREE_TRIAL: 3 },
  /** Per kind of trial and day: requests of one network, confirmed or not. */
  signUpsOfNetworkPerDay: 30,
  /** Questions per day from guests. */
  openQuestionsPerDevice: 5,
  openQuestionsPerNetwork: 20,
  /** Beside them per day: small talk, and questions that got no answer. */
  openTalkPerDevice: 20,
  openTalkPerNetwork: 80,
  /** Emergencies of guests that are recorded, and new cookie choices: per network and hour. */
  keptEmergencies: 10,
  keptConsents: 30,
  signUpMs: 1 * DAY,
  // codes sent by e-mail
  codeMs: 10 * MINUTE,
  codeTries: 5, // from devices its owner has used, and as many again from all others
  /** E-mails with a code per mailbox, `codeRequestWindowMs` and purpose (sign-up, reset, sign-in, invitation). */
  codeRequests: 5, // requested by one network
  codeRequestsOfKnownDevice: 5, // requested by the owner's devices, counted apart from all others
  codeRequestsOfMailbox: 6, // requested by all others; for a reset or a sign-in, then one each time a code expires
  codeRequestsOfNetwork: 300,
  emailChangesAsked: 5, // by one user within `codeRequestWindowMs`, for whichever addresses
  renamesPerHour: 10, // by one user: each is an event in every room and order that shows the name
  codeRequestWindowMs: 1 * HOUR,
  expiredCodesKeptMs: 1 * DAY,
  emailUndoMs: 7 * DAY, // the link in the e-mail to the old address
  // invitations: until the password in the e-mail expires, and how long the next step may take
  invitationMs: 3 * DAY,
  challengeMs: 10 * MINUTE,
  invitationsKeptMs: 30 * DAY,
  // wrong passwords: per account and address, then per account alone
  loginFailures: 5, // as many again from devices that have been signed in to the account
  /** With a code, more are let through, so that after wrong passwords a new one can be set. */
  codeFailures: 10,
  /** From one network at any accounts; attempts from devices that have been signed in to the account do not count. */
  loginFailuresOfNetwork: 40,
  loginWindowMs: 15 * MINUTE,
  loginSiegeFailures: 20,
  loginSiegeWindowMs: 1 * HOUR,
  loginSiegeDelayMs: 3 * SECOND,
  // account deletion: days between the request and the deletion, and rows that one transaction of it changes
  deletionGraceDays: 30,
  deletionStep: 200,
  // copies of a user's own data: how long they can be downloaded, may take to make and are listed later; rows per read
  copyKeptMs: 7 * DAY,
  copyMadeWithinMs: 1 * DAY,
  copyListedMs: 30 * DAY,
  copyStep: 200,
  copiedInvoices: 10_000,
  // payments
  invoiceDueDays: 14,
  /** The next invoice is issued this long before the paid period ends. */
  renewalLeadDays: 14,
  /** How long rights last beyond the paid period while the payment provider renews it. */
  renewalGraceMs: 1 * DAY,
  /** A webhook whose signature is older than this is rejected. */
  webhookAgeMs: 5 * MINUTE,
  /** Largest event of a carrier. */
  carrierEventBytes: 4096,
  paymentTimeoutMs: 20 * SECOND,
  /** Most bytes read of a reply of the payment provider. */
  paymentAnswerBytes: 1 * MB,
  /** Circuit breaker: after this many failed calls in a row, calls pause for `paymentPauseMs`; then one call probes. */
  paymentFailures: 5,
  paymentPauseMs: 30 * SECOND,
  /** Attempts of a queued call, with growing pauses: about four days in all. */
  providerTries: 25,
  contactEmails: 5, // per network and hour
  // jobs: attempts with growing pauses, about three hours in all; e-mails kept where no mail server is configured
  jobTries: 12,
  keptEmails: 200,
  // network
  /** Largest socket packet: a whole push with its envelope. */
  socketPacketBytes: 272 * KB,
  /** Deepest nesting of JSON that is accepted. Deeper values could overflow the stack of code that walks them. */
  jsonDepth: 32,
  /** Most that a push costs of the requests per minute: a device that was offline can send eleven full ones. */
  costOfPushMost: 500,
  // sync
  hintBytes: 8 * KB,
  /** Hints sent to a socket immediately per interval; further ones are merged and sent when the interval ends. */
  hintsPerInterval: 5,
  hintIntervalMs: 50,
  /** When many clients have to pull at the same time, their pulls are spread over this time. */
  pullSpreadMs: 3 * SECOND,
  /** Likewise their requests for a changed knowledge base. */
  knowledgeSpreadMs: 10 * SECOND,
  /** Time after a sync in which every process builds its index again, before askers are told that there is an answer. */
  tellAfterSyncMs: 5 * SECOND,
  locksPerTransaction: 64,
  /** Attempts of a frame of commands whose transaction meets a conflict, and of one that finds more streams to lock. */
  frameTries: 4,
  frameLockTries: 8,
  /** Longest pause that a `retry` result asks for. */
  retryResultMs: 30 * SECOND,
  /** Most bytes of the knowledge base on its way to a device, compressed; beyond them, in one language only. */
  deviceKnowledgeBytes: 400 * 1024,
  /** Most rooms and orders in a snapshot; older orders are read online. */
  snapshotRooms: 2000,
  snapshotOrders: 2000,
  /**
   * Bytes of a customer's orders that ended without a result, the newest, in snapshots for others: no quota counts discarded
   * drafts, because discarding must free storage. Some 100 orders.
   */
  snapshotEndedBytes: 1 * MB,
  idempotencyDays: 400,
  auditDays: 400,
  auditOfGuestsDays: 30, // of guests, with the network from which the call came
  /** Events older than this are archived once every device seen within `cursorSeenDays` has pulled them. */
  archiveAfterDays: 90,
  cursorSeenDays: 30,
  /** Events archived in one transaction. It is kept short because an open transaction holds back every feed. */
  archiveStep: 5000,
  noteCursorMs: 1 * HOUR,
  /** A warning is logged when committed events stay hidden from pulls for longer than this. */
  hiddenAlarmMs: 2 * SECOND,
  hiddenCheckMs: 500,
  /** Interval at which the furthest position handed out to clients is saved. */
  historyMarkMs: 1 * SECOND,
  /** An upload not finished within this time is deleted; stored files without references, after `unusedFileMs`. */
  uploadMs: 7 * DAY,
  unusedFileMs: 90 * DAY,
  // admission: the limits per minute apply to all processes together, the others to each process
  requestsPerAddressPerMinute: 20_000,
  requestsPerUserPerMinute: 6_000,
  handshakesPerAddressPerMinute: 300,
  /** Deadline for the head of a request, checked every `headCheckMs`; the whole request has as long as clients wait. */
  headMs: 10 * SECOND,
  headCheckMs: 2 * SECOND,
  requestMs: 300 * SECOND,
  /**
   * A request body slower than `bodyPaceBytes` per `bodyPaceMs` is aborted; slow networks carry 8 times that. So is one
   * so large that it would take `bodyPaceTimes` as long as a request may.
   */
  bodyPaceMs: 15 * SECOND,
  bodyPaceBytes: 2 * KB,
  bodyPaceTimes: 4,
  /** Bytes of bodies in memory: of one user, or of one network without a session, and of all together. */
  bodyBytesOfCaller: 64 * MB,
  bodyBytesOfAll: 256 * MB,
  /** Least bytes that a body counts with, until more have arrived. */
  bodyReserveBytes: 1 * KB,
  /** Large bodies leave this share of their caller's bytes to small ones, such as a sign-in. */
  shareOfSmallBodies: 1 / 8,
  smallBodyBytes: 16 * KB,
  bodiesBackMs: 5 * SECOND,
  /** When the reply was sent before the whole request arrived, this many bytes of it are still read, for `drainMs`. */
  drainedBytes: 1 * MB,
  drainMs: 2 * SECOND,
  /** Time to read the reply when nothing more of the request is read. */
  refusedMs: 0.1 * SECOND,
  /** Interval at which processes share their counts. Counts below `countSharedFraction` times a limit are not shared. */
  countsSharedEveryMs: 1 * SECOND,
  countSharedFraction: 0.1,
  /** Connections that have joined no namespace yet. Above it, the networks with the most give way to others. */
  handshakesAtOnce: 1_000,
  handshakeBackWithinMs: 5 * SECOND,
  admissionsAtOnce: 8,
  /** Connections (open tabs and devices) of one user in a process. The next one waits until another closes. */
  socketsPerUser: 20,
  socketsBackMs: 60 * SECOND,
  /** Packets, bytes and refused joins of a connection that has joined no namespace; more of them end it. */
  packetsBeforeJoining: 10,
  bytesBeforeJoining: 16 * KB,
  refusedJoins: 3,
  /** Packets of a joined connection that are not events: pings, pongs, joins, leaves and binary data. */
  otherPacketsPerMinute: 100,
  /** Bytes read per second from all connections of a user, and from a connection after it was closed. */
  socketBytesPerSecond: 4 * MB,
  bytesAfterClose: 256 * KB,
  /** Time that a client has to confirm a close. */
  socketGraceMs: 5 * SECOND,
  /** Unknown and malformed events accepted from one connection; the next one ends it. */
  socketMistakes: 10,
  /** A process that knows of no other this long after its channel has opened sends no hints until it does. */
  aloneAfterMs: 1 * MINUTE,
  /** Interval at which the rights of all open connections are checked, besides every announced change. */
  rightsCheckMs: 1.5 * SECOND,
  chatEventsPerSecond: 100,
  syncEventsPerSecond: 1_000,
  /** Smaller pages of the log are sent as they are: compressing them would save no packet. */
  gzippedFromBytes: 4 * KB,
  // devices that stand at the end of the log
  /** Most events of a page that is sent to a device that stands; with more to say, it gets a hint and pulls. */
  standingEvents: 200,
  /** Devices that one statement reads pages for, and such statements at once. */
  standingPerStatement: 50,
  standingStatements: 2,
  /** A device that was sent a page and does not stand again within this time is hinted as one that never stood. */
  standingAgainMs: 1 * SECOND,
  /** First pause before another look for a commit that an older transaction hides. It doubles, up to 64 times this. */
  standingLagMs: 20,
  /** With more unsent bytes, a device gets hints instead of pages. */
  standingUnsentBytes: 64 * KB,
  slowReaderBytes: 4 * MB,
  slowReaderCheckMs: 1 * SECOND,
  /** Checks after which a reader counts as slow, if the network accepts nothing of what waits for it. */
  slowReaderChecks: 10,
  slowReaderRetryMs: 5 * SECOND,
  /** Fewer than the database connections of a process, so that commands never wait for many readers. */
  pullsAtOnce: 6,
  pullsWaiting: 2_000,
  /** Documents that are drawn for one user at once, and for all; and bytes of drawn ones that are kept. */
  documentsPerUser: 5,
  documentsWaiting: 50,
  documentsBackMs: 5 * SECOND,
  keptDocumentBytes: 8 * MB,
  /** Longest time that drawing one takes, with those before it: the request is still answered after it. */
  documentMs: 20 * SECOND,
  passwordsAtOnce: 2,
  passwordsWaiting: 50,
  passwordsBackMs: 5 * SECOND,
  /**
   * When the server stops, sockets reconnect after a random delay: `leavingMinMs`, plus up to `leavingSpreadMs` or
   * `leavingPerSocketMs` for each socket, whichever is more.
   */
  leavingMinMs: 500,
  leavingSpreadMs: 4_500,
  leavingPerSocketMs: 3,
  /** Time for replies in progress when the server stops, which takes at most `shutdownMs` in total. */
  lastAnswersMs: 6 * SECOND,
  /** Time for requests that are on their way to an idle connection when the server stops. */
  lingerMs: 300,
  shutdownMs: 10 * SECOND,
  /** Transactions of one user, or of one network of guests, at once, and those that wait for their turn. */
  transactionsOfCaller: 3,
  transactionsWaiting: 100,
  transactionsBackMs: 5 * SECOND,
  // the database, for users' requests: they get a reply within two seconds even when a lock is held
  lockWaitMs: 0.8 * SECOND,
  /** Longest wait for a connection during lock contention, which ends `heldUpMs` after the last lock time-out. */
  heldUpWaitMs: 0.4 * SECOND,
  heldUpMs: 2 * SECOND,
  statementMs: 20 * SECOND,
  /** How long storage is considered full after something could not be stored. */
  storageFullMs: 1 * MINUTE,
  /** A recurring failure is logged once, then with its count at this interval, and once more when it is over. */
  failureLogEveryMs: 1 * MINUTE,
  troubleOverMs: 5 * SECOND,
  unknownEventsCheckMs: 5 * SECOND,
  // between processes
  redisHeartbeatMs: 2 * SECOND,
  redisSilenceMs: 5 * SECOND,
  channelReopenMs: 1 * SECOND,
  /** A process without Redis reports it at this interval; a report counts until it is `redisAbsenceStaleMs` old. */
  redisAbsenceReportMs: 1 * SECOND,
  redisAbsenceStaleMs: 5 * SECOND,
  /** Hints queued while no channel is open; the oldest are dropped. Later all processes pull. */
  queuedHints: 1000,
} as const;
