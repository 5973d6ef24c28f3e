import { Server } from '@tus/server';
import { randomUUID } from 'node:crypto';
import { type ErrorCode, Refusal } from '#domain/ground/errors.ts';
import { retryStatuses } from '#domain/ground/retry-statuses.ts';
import { errorBodyOf } from '../http/errors.ts';

/** Errors of tus as JSON errors of ours, and refusals of ours as errors that tus understands. */

type WriteResult = Awaited<ReturnType<Server['write']>>;

/** Converts the plain-text errors of tus to our JSON errors. */
export class JsonServer extends Server {
  override async write(...[context, headers, status, text]: Parameters<Server['write']>): Promise<WriteResult> {
    if (status < 400) return super.write(context, headers, status, text);
    const refused = text?.startsWith('{') === true ? undefined : errorBodyOf(refusalOf(status, text), randomUUID());
    headers.set('content-type', 'application/json; charset=utf-8');
    const body = refused === undefined ? text : JSON.stringify(refused);
    const statusCode = refused?.statusCode ?? status;
    if (retryStatuses.has(statusCode)) headers.set('retry-after', '1');
    const answer = await super.write(context, headers, statusCode, body);
    // The connection is kept, so that the rest is read and the reply arrives: `unread-bodies.ts`.
    answer.headers.delete('connection');
    return answer;
  }
}

/** Our codes for refusals of tus, by status. */
const refusalsByStatus: Record<number, ErrorCode> = {
  400: 'VALIDATION',
  403: 'VALIDATION',
  404: 'NOT_FOUND',
  409: 'UPLOAD_OFFSET',
  410: 'NOT_FOUND',
  412: 'UPLOAD_VERSION',
  413: 'FILE_TOO_LARGE',
  501: 'VALIDATION',
};

/** Converts a refusal of tus; headers named in its message become the paths of the problems. */
function refusalOf(status: number, text = ''): Refusal {
  const code = refusalsByStatus[status] ?? 'VALIDATION';
  if (code !== 'VALIDATION') return new Refusal(code);
  const said = text.toLowerCase();
  const named = [
    'upload-concat',
    'upload-length',
    'upload-defer-length',
    'upload-offset',
    'upload-metadata',
    'content-type',
  ];
  const meant = said.includes('concatenation') ? 'upload-concat' : named.find((name) => said.includes(name));
  return new Refusal(code, [{ path: meant ?? 'headers', code: 'invalid' }]);
}

/** Returns the refusal or failure behind an error that tus reports. */
export function errorBehind(error: Error | { status_code: number; body: string }): unknown {
  if (error instanceof RefusedUpload) return error.refusal;
  if (!('status_code' in error)) return error;
  // The upload is locked by another request, which will end.
  if (error.body.includes('lock')) return new Refusal('UNAVAILABLE');
  return error.status_code in refusalsByStatus ? refusalOf(error.status_code, error.body) : error;
}

/** Error with the status that tus sends. */
class RefusedUpload extends Error {
  readonly refusal: Refusal;
  readonly status_code: number;
  readonly body: string;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.status_code = errorBodyOf(refusal, '').statusCode;
    this.body = refusal.message;
  }
}

/** Returns a refusal as an error whose status tus sends; another error as it is. */
export function tusError(error: unknown): unknown {
  return error instanceof Refusal ? new RefusedUpload(error) : error;
}
