/**
 * Every error that users and API clients can receive: its code, HTTP status and English text. To add one: its row here,
 * its text for users under `reason` in `chat.json` of each language, and its row in `retries` below if a command that
 * was refused with it cannot succeed when it is sent again.
 */
export const errors = {
  VALIDATION: [400, 'The request has the wrong shape. Check the fields named in details.'],
  UNSTORABLE: [
    400,
    'This contains characters that cannot be stored (NUL, or half of a character). Remove them, then send again.',
  ],
  ROOM_MISMATCH: [400, 'The room in the body differs from the room in the URL.'],
  TOKEN_INVALID: [400, 'This code is not valid any more. Ask for a new one.'],
  UNAUTHORIZED: [401, 'Unauthorized request'],
  NotAuthorizedException: [401, 'Incorrect username or password.'],
  FORBIDDEN: [403, 'Your account may not do this.'],
  DEACTIVATED: [403, 'This account is closed. Write to us if that is a mistake.'],
  UserNotConfirmedException: [403, 'Confirm your e-mail address first.'],
  TRIAL_LIMIT_EXCEEDED: [403, 'Your trial questions are used up. Subscribe to ask more.'],
  NOT_FOUND: [404, 'Nothing was found under this id.'],
  TOO_SLOW: [408, 'The request took too long to arrive. Send it again.'],
  ACTOR_MISMATCH: [409, 'These commands belong to another account. Sign in with that account to send them.'],
  IDEMPOTENCY_CONFLICT: [409, 'This id was already used for something else.'],
  ILLEGAL_TRANSITION: [409, 'The order cannot change that way from its present status.'],
  STALE: [409, 'Someone else has changed this. Review it, then try again.'],
  ROOM_TAKEN: [409, 'A colleague has taken this conversation meanwhile. Take it over only if that is meant.'],
  PRICE_CHANGED: [409, 'The price changed since you saw it. Check the new price, then place again.'],
  QUOTE_EXPIRED: [
    409,
    'This price was binding until its date, which has passed. The order returns to draft: place it again for a new price.',
  ],
  QUOTE_CHANGED: [409, 'The reviewed price has changed since you saw it. Check it, then accept it again.'],
  ORDER_CHANGED: [409, 'The order changed since you placed it. Check it, then place again.'],
  UPLOAD_OFFSET: [409, 'The offset is wrong. Request the current offset of the upload, then continue from there.'],
  EMAIL_TAKEN: [
    409,
    'This e-mail address belongs to another account by now. Nothing was changed; use another address.',
  ],
  ALREADY_SUBSCRIBED: [409, 'You have this plan already.'],
  NOTHING_TO_CANCEL: [409, 'There is no subscription to cancel.'],
  INVOICE_WAITS: [409, "The invoice follows as soon as the seller's details are set. There is nothing to pay before."],
  INVOICE_CLOSED: [409, 'This invoice is paid or void already.'],
  LAST_ADMIN: [
    409,
    'You are the only administrator of your company. First ask us to make a colleague an administrator, or remove all other users.',
  ],
  LICENSES_USED_UP: [409, 'All licenses are used. Remove a user or buy more licenses.'],
  QUOTA_EXCEEDED: [409, 'This exceeds the limits of your account. Delete something, or choose a larger plan.'],
  IMPORT_CLOSED: [409, 'This import is finished already. Check the file again to import it once more.'],
  UPLOAD_VERSION: [412, 'Uploads are tus 1.0.0. Send the header Tus-Resumable: 1.0.0.'],
  TOO_LARGE: [413, 'This is too large. Send less at once.'],
  IMPORT_TOO_LARGE: [413, 'File size limited by 10MB'],
  FILE_TYPE: [415, 'This file type is not accepted. Send xlsx, csv, docx, pptx, pdf, txt or an image.'],
  IMPORT_TYPE: [415, 'Only allow Excel file'],
  CONTENT_TYPE: [
    415,
    'This content type is not accepted here. Send a type that the API description lists, uncompressed.',
  ],
  INVALID: [422, 'Some values do not fit. Check the fields named in details.'],
  FILE_EMPTY: [422, 'This file is empty. Choose one with content.'],
  IMPORT_TOO_COMPLEX: [422, 'This file is too complex to import. Split it into several files.'],
  IMPORT_UNREADABLE: [422, 'This file cannot be read. Save it as .xlsx, then choose it again.'],
  IMPORT_INVALID: [422, 'Some rows have errors, so nothing was imported. Mend them, or import the valid rows.'],
  EMPTY_MESSAGE: [422, 'Write something or attach a file first.'],
  TOO_LONG: [422, 'The text is too long. Shorten it, then send again.'],
  TOO_MANY_FILES: [422, 'Max(5 files) file upload exceeded.'],
  FILE_TOO_LARGE: [422, 'Max file size greater than 5M'],
  IMAGE_TOO_LARGE: [422, 'This picture has more than 100 megapixels. Make it smaller, then send it again.'],
  HASH_MISMATCH: [422, 'The file arrived damaged. Send it again.'],
  UPDATE_NEEDED: [422, 'This was made by a newer version of the app. Update, then send again.'],
  CLIENT_TOO_OLD: [426, 'This version of the app is too old. Update to continue; nothing you wrote is lost.'],
  TOO_MANY_CONNECTIONS: [
    429,
    'You have too many tabs or devices open. Close one; until then this one updates once a minute.',
  ],
  RATE_LIMITED: [429, 'Too many requests. Wait a moment, then try again.'],
  HEADERS_TOO_LARGE: [431, 'The headers or the address are too long. Send fewer or shorter ones.'],
  INTERNAL: [500, 'Something failed on our side. Nothing you sent was partly saved. Try again.'],
  NOT_CONFIGURED: [501, 'This is not set up on this server.'],
  PAYMENT_NOT_CONFIGURED: [501, 'Paying by card is not set up on this server. Pay by invoice instead.'],
  PAYMENT_AWAY: [503, 'Card payments are unavailable at the moment. Try again in a minute, or pay by invoice.'],
  UNAVAILABLE: [503, 'The server is busy or restarting. Try again in a moment.'],
  STORAGE_FULL: [503, 'The server has no storage left at the moment. Try again in a few minutes.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** A problem with one field: the field's path (such as `tests/01J.../temp`) and, as `code`, the rule it breaks. */
export interface FieldProblem {
  path: string;
  code: string;
  message?: string;
  /** Source of the text of an order's check, so that it can be worded in another language. */
  text?: { key: string; values: readonly (string | number)[] };
}

/** Response body of every failed call. */
export interface ErrorBody {
  statusCode: number;
  code: ErrorCode;
  message: string;
  requestId: string;
  details?: unknown;
}

/** Thrown by a rule that refuses a command. The client can act on `code`, and never retries the command unchanged. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, details?: unknown, message?: string) {
    super(message ?? errors[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }
}

/** Returns what was found. @throws Refusal NOT_FOUND where there is nothing */
export function requireFound<T>(found: T | undefined): T {
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return found;
}

/** Whether a value is an error code that this version knows. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}

/**
 * Ways to make a refused command succeed when it is sent again, for the codes where waiting does not help. `never`: it
 * would be refused for the same reason, so its user edits or copies it. `rebuilt`: only a command that is built again
 * from what its user has corrected since. All other codes can pass: a limit, a right or a server may have changed.
 */
const retries: Partial<Record<string, 'never' | 'rebuilt'>> = {
  EMPTY_MESSAGE: 'never',
  TOO_LONG: 'never',
  TOO_MANY_FILES: 'never',
  FILE_TOO_LARGE: 'never',
  FILE_TYPE: 'never',
  FILE_EMPTY: 'never',
  IMAGE_TOO_LARGE: 'never',
  UNSTORABLE: 'never',
  ROOM_MISMATCH: 'never',
  ROOM_TAKEN: 'never',
  NOT_FOUND: 'never',
  INVALID: 'rebuilt',
  // Refused by the device itself.
  FILE_GONE: 'never',
  REMOVED_FROM_ROOM: 'never',
};

/** Whether a refused command can succeed when it is sent again. @param isRebuilt whether it is then built again */
export function canSucceedAgain(code: string, isRebuilt: boolean): boolean {
  const needs = Object.hasOwn(retries, code) ? retries[code] : undefined;
  return needs === undefined || (needs === 'rebuilt' && isRebuilt);
}
