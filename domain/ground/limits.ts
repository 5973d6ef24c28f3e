import { HOUR, KB, MB, SECOND } from './units.ts';

/**
 * The constants that the specification gives, or that client and server share; those of orders are in
 * `order/data/limits.ts`. Any other stands in the file of its mechanism. Times are in milliseconds and sizes in bytes,
 * unless the name has another unit.
 */
export const limits = {
  // tables
  pageRows: 50,
  pageRowsMost: 100,
  // chat
  attachmentsPerMessage: 5,
  attachmentBytes: 5 * MB, // exclusive: a file of exactly this size is refused
  /**
   * A picture with more than `picturePixels` is refused. One with more than `drawnPixels`, or with more than
   * `drawnPixelsOfFrames` in all frames of an animation, is stored but not displayed.
   */
  picturePixels: 100_000_000,
  drawnPixels: 32_000_000,
  drawnPixelsOfFrames: 500_000_000,
  messageChars: 10_000,
  questionChars: 2_000,
  /** Earlier questions that a handoff includes; `turnChars` is the longest excerpt of each text, in UTF-16 units. */
  earlierQuestions: 2,
  turnChars: 2_000,
  /** Most steps of the failure finder in a report. */
  walkedSteps: 50,
  /** Length of a customer's note in a handoff. */
  handoffNoteChars: 2_000,
  /** Most unread messages counted per side of a room; a higher count is shown as this number. */
  unreadKept: 1000,
  /** Length of a message in the list of rooms, of a room's name made from its first message, and of a file's name. */
  previewChars: 140,
  titleChars: 60,
  /** Length of a search text, and the most conversations that a search lists. */
  searchChars: 200,
  foundConversations: 50,
  /** Pause in typing after which the server is searched too. */
  searchPauseMs: 300,
  /** Length of a title that a user gives to a conversation. */
  conversationTitleChars: 100,
  fileNameChars: 200,
  // accounts
  passwordMinChars: 8,
  passwordMaxChars: 128,
  tokenDaysOnLogin: 7,
  tokenDaysFromLink: 30,
  /** A token that the device has kept for this long is renewed at the next contact with the server. */
  renewTokenMs: 24 * HOUR,
  conversationCookieDays: 30,
  deviceCookieDays: 400,
  consentCookieDays: 180,
  // trials: of the plans in days, of the assistant alone in questions
  freeTrialDays: 14,
  trialQuestions: 10,
  // contact form
  contactChars: 5_000,
  // network
  httpTimeoutMs: 300_000,
  syncTimeoutMs: 20 * SECOND,
  socketReconnectMinMs: 1 * SECOND,
  socketReconnectMaxMs: 5 * SECOND,
  socketReconnectJitter: 0.5,
  socketConnectTimeoutMs: 20 * SECOND,
  /** A socket that does not confirm a close within this time is abandoned. */
  socketCloseTimeoutMs: 2 * SECOND,
  /** A socket that does not acknowledge a push within this time is considered lost. */
  socketAckTimeoutMs: 5 * SECOND,
  /** Longest wait of a call for the device fingerprint that it sends. */
  deviceIdMs: 2 * SECOND,
  /** Longest wait for a sign of the browser that it opens a database; then the page works in memory. */
  databaseOpenMs: 8 * SECOND,
  versionCheckMs: 10 * SECOND,
  notificationMs: 5 * SECOND,
  signedOutReloadMs: 4 * SECOND,
  /** Time for which undo is offered after a command or a draft was discarded. */
  undoMs: 8 * SECOND,
  /** Time the server has to answer a question before the device answers it from its saved knowledge. */
  serverAnswerWaitMs: 3 * SECOND,
  /** Retry interval for a sign-out that has not reached the server. */
  signOutAgainMs: 15 * SECOND,
  // sync
  pushCommands: 500,
  pushBytes: 256 * KB,
  /** Initial size of a push; the device adapts it to what its network carries. */
  pushBytesAtFirst: 128 * KB,
  pushBytesWhenWoken: 16 * KB,
  pushBytesAtLeast: 4 * KB,
  pullEvents: 1000,
  pullEventsAtFirst: 500,
  pullEventsAtLeast: 10,
  framesInFlight: 4,
  safetyPullMs: 60 * SECOND,
  /** How often a device asks for changed entries of the knowledge base. */
  knowledgeCheckMs: 600 * SECOND,
  /** How often a device asks for the current rate card. */
  rateCardCheckMs: 300 * SECOND,
  /** Pull interval while no socket delivers hints. */
  unhintedPullMs: 15 * SECOND,
  /** How often the outbox is looked at although nothing has changed it. */
  drainEveryMs: 60 * SECOND,
  /** Interval of the leading tab's heartbeats, while commands are pending. */
  leaderHeartbeatMs: 5 * SECOND,
  leaderStaleMs: 10 * SECOND,
  serviceWorkerDrainMs: 25 * SECOND,
  /** An outbox that has not moved for this long, although it could, is drained anew. */
  idleQueueMs: 60 * SECOND,
  uploadChunkBytes: 256 * KB,
  /** Smallest piece of an upload on a slow network. */
  uploadBytesAtLeast: 16 * KB,
  draftPatchDelayMs: 500,
  /** Without a key for this long, what depends on typed values is computed. Longer than a fast typist's pause. */
  typingPauseMs: 150,
} as const;
