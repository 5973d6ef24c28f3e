import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal, errors, isErrorCode, type ErrorBody, type ErrorCode } from '#domain/ground/errors.ts';
import { retryStatuses } from '#domain/ground/retry-statuses.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import { isCutShort, isDisconnected } from './disconnected.ts';
import { noteFull } from '../database/database.ts';
import type { Log } from '../ground/log.ts';
import { logOutage, outageCodeOf, troubleOf } from '../database/outage.ts';
import { SECOND } from '#domain/ground/units.ts';
import { drainMs } from './unread-bodies.ts';

/** Time to read the reply when nothing more of the request is read. */
const refusedMs = 0.1 * SECOND;

/** All errors have the same shape. Internal details are never sent. */

/** Our codes by the codes of Fastify and its plugins. Other errors are mapped by status. */
const codesOfPlugins = new Map<string, ErrorCode>([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'TOO_LARGE'],
  ['FST_REQ_FILE_TOO_LARGE', 'FILE_TOO_LARGE'],
  ['FST_FILES_LIMIT', 'TOO_MANY_FILES'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'NOT_FOUND'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'CONTENT_TYPE'],
]);

/**
 * Makes `app` reply to all thrown errors with the error body.
 * @param log receives outages, once for all requests: `troubles.ts`
 */
export function answerErrors(app: FastifyInstance, log: Log): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.setErrorHandler((error, request, reply) => {
    const body = errorBodyOf(error, request.id);
    const isTheirs = isCutShort(error, request) || (isClosing && isDisconnected(request));
    if (isTheirs) request.log.info('the client disconnected before its answer');
    else if (troubleOf(error) !== undefined) logOutage(log, error);
    else if (body.statusCode >= 500 && !isDecided(error)) request.log.error({ err: error }, 'request failed');
    if (!isTheirs && body.code === 'STORAGE_FULL') noteFull(app.db);
    sendError(reply, body, error);
  });
}

/** Whether an error is a refusal of ours (not configured, busy), whatever its status. */
function isDecided(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'INTERNAL';
}

/** Replies to an invalid URL. */
export function answerUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, errorBodyOf(error, request.id), error);
}

/** Code of ours, not of Node: the body of this request gave way to those of other users. */
export const bodyGaveWay = 'BODY_GAVE_WAY';
/** Likewise: a body came in very many very small chunks. */
export const bodyInCrumbs = 'BODY_IN_CRUMBS';

/** Our codes by Node's codes for invalid or incomplete requests. */
const codesOfNode = new Map<string, ErrorCode>([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'TOO_SLOW'],
  [bodyGaveWay, 'UNAVAILABLE'],
  [bodyInCrumbs, 'TOO_LARGE'],
]);

/** Replies to data that is not an HTTP request, and closes the connection. */
export function answerNoRequest({ code }: { code: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const body = plainBody(codesOfNode.get(code) ?? 'VALIDATION', randomUUID());
  const text = JSON.stringify(body);
  const head = `HTTP/1.1 ${body.statusCode} ${STATUS_CODES[body.statusCode] ?? ''}\r\nconnection: close\r\n`;
  const about = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
  const back = retryStatuses.has(body.statusCode) ? 'retry-after: 1\r\n' : '';
  const destroy = () => void socket.destroy();
  // Clients that go on sending have a moment to read it: until the connection has ended, their request holds memory.
  socket.end(`${head}${about}${back}\r\n${text}`, () => setTimeout(destroy, refusedMs).unref());
  // Does not wait for clients that do not read.
  socket.setTimeout(drainMs, destroy);
}

/** Replies to an unknown path of the API. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, errorBodyOf(new Refusal('NOT_FOUND'), request.id));
}

function sendError(reply: FastifyReply, body: ErrorBody, error?: unknown): void {
  const waitMs = retryAfterMs(error) ?? (retryStatuses.has(body.statusCode) ? 1000 : undefined);
  if (waitMs !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(waitMs / 1000)));
  void reply.code(body.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/**
 * Returns the reply for any thrown value: a refusal with its reason, an internal error without details.
 * @returns the body, which contains its HTTP status
 */
export function errorBodyOf(error: unknown, requestId: string): ErrorBody {
  if (error instanceof Refusal) {
    const body = plainBody(error.code, requestId);
    if (body.statusCode < 500) body.message = error.message;
    if (error.details !== undefined) body.details = error.details;
    return body;
  }
  if (!isThrown(error)) return plainBody('INTERNAL', requestId);
  return plainBody(codeOf(error), requestId);
}

/** Converts a command's result to an error, for routes that execute one command. */
export function refusalOf(result: PushResult): Refusal {
  if (result.s === 'rejected') {
    const code = isErrorCode(result.code) ? result.code : 'INTERNAL';
    return new Refusal(code, result.details, result.message);
  }
  return new Refusal('UNAVAILABLE', result.s === 'retry' ? { retryAfterMs: result.afterMs } : undefined);
}

function plainBody(code: ErrorCode, requestId: string): ErrorBody {
  const [statusCode, message] = errors[code];
  return { statusCode, code, message, requestId };
}

/** Whether a value is an error of Fastify, its plugins or Node, which may have a code and a status. */
function isThrown(error: unknown): error is Partial<FastifyError> {
  return error instanceof Error;
}

function codeOf(error: Partial<FastifyError>): ErrorCode {
  const code = typeof error.code === 'string' ? error.code : '';
  const named = codesOfPlugins.get(code);
  if (named !== undefined) return named;
  const outage = outageCodeOf(error);
  if (outage !== undefined) return outage;
  const status = error.statusCode ?? 500;
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'FORBIDDEN';
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return 'TOO_LARGE';
  if (status === 429) return 'RATE_LIMITED';
  return status >= 400 && status < 500 ? 'VALIDATION' : 'INTERNAL';
}

function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const { details } = error;
  const isSaid = typeof details === 'object' && details !== null && 'retryAfterMs' in details;
  return isSaid ? Number(details.retryAfterMs) : undefined;
}
