import { DAY, HOUR, KB, MB, SECOND } from './units.ts';

/**
 * The product's constants, each named once; what the server alone applies is in `server-limits.ts`, which no browser loads.
 * Times in milliseconds, sizes in bytes unless the name has another unit.
 */
export const limits = {
  // tables of things
  pageRowsMost: 100,
  // chat
  attachmentsPerMessage: 5,
  attachmentBytes: 5 * MB, // a file must be under this
  /** A picture of more pixels is refused; of more than the second it is kept, but not drawn. A moving one: in all frames. */
  picturePixels: 100_000_000,
  drawnPixels: 32_000_000,
  drawnPixelsOfFrames: 500_000_000,
  messageChars: 10_000,
  questionChars: 2_000,
  /** So many questions before the one that is handed over go along with it, and so much of each text. */
  earlierQuestions: 2,
  turnChars: 2_000,
  messagePage: 50,
  // orders
  testsPerOrder: 100,
  /** Places of an order that hold something, those of removed tests too. */
  fieldsPerOrder: 4_000,
  // accounts
  passwordMinChars: 8,
  passwordMaxChars: 128,
  tokenDaysOnLogin: 7,
  tokenDaysFromLink: 30,
  /** A token that has been kept for so long is renewed at the next contact. */
  renewTokenMs: 24 * HOUR,
  conversationCookieDays: 30,
  deviceCookieDays: 400,
  consentCookieDays: 180,
  freeTrialDays: 14,
  // paying
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
  /** Calls wait this long at most for the fingerprint they carry. */
  deviceIdMs: 2 * SECOND,
  versionCheckMs: 10 * SECOND,
  notificationMs: 5 * SECOND,
  signedOutReloadMs: 4 * SECOND,
  /** A sign-out that the server has not heard of is told again after this. */
  signOutAgainMs: 15 * SECOND,
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
  safetyPullMs: 60 * SECOND,
  /** While no connection brings hints. */
  unhintedPullMs: 15 * SECOND,
  drainEveryMs: 30 * SECOND,
  leaderBeatMs: 5 * SECOND,
  leaderStaleMs: 10 * SECOND,
  serviceWorkerDrainMs: 25 * SECOND,
  retryDelaysMs: [1, 2, 5, 10, 30, 60].map((seconds) => seconds * SECOND),
  /** After so many answers to try the same command again, its owner decides what becomes of it. */
  sameRetries: 8,
  stillWaitingMs: 24 * HOUR,
  askBeforeSendingMs: 60 * DAY,
  /** A queue that has not moved for this long although it could is looked at anew. */
  idleQueueMs: 60 * SECOND,
  uploadChunkBytes: 256 * KB,
  draftPatchDelayMs: 500,
} as const;
