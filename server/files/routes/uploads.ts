import { HOUR, MB } from '#domain/ground/units.ts';
import { FileStore } from '@tus/file-store';
import { EVENTS, Server, type ServerOptions, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type ErrorCode, Refusal } from '#domain/ground/errors.ts';
import { retryStatuses } from '#domain/ground/retry-statuses.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { isUuid } from '#domain/ground/ids.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import { permissionsOf } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { errorBodyOf } from '../../http/errors.ts';
import { adoptFile, attachmentRules, type FileRules, reportRules } from '../stored-files.ts';
import { SharedRuns } from '../shared-runs.ts';
import { noteFull } from '../../database/database.ts';
import { isUploadStored, noteUpload } from '../store/own-files.ts';
import { beginUpload, endUpload, uploadMs } from '../store/pending-uploads.ts';

/**
 * Routes of resumable uploads (tus 1.0). Only the user who created an upload can continue, see or end it. The file
 * exists only after the last byte has arrived and hash and type are verified.
 */
export function uploadRoutes(app: FastifyInstance, { db, config, log }: Deps): void {
  const callers = new WeakMap<object, { userId: string; user: User; requestId: string }>();
  const store = new FileStore({ directory: config.filesDir, expirationPeriodInMilliseconds: uploadMs });
  const finishing = new SharedRuns();
  const callerOf = (request: TusRequest) => {
    const raw = request.runtime?.node?.req;
    const caller = raw === undefined ? undefined : callers.get(raw);
    if (caller === undefined) throw tusError(new Refusal('UNAUTHORIZED'));
    return caller;
  };

  /**
   * Checks and records a complete upload. Its bytes are checked once, however often and by how many calls it is asked.
   * @throws Refusal, after which the upload is gone
   */
  const finish = (caller: { userId: string; user: User }, upload: Upload): Promise<void> =>
    finishing.run(upload.id, () => record(caller, upload));

  async function record({ userId, user }: { userId: string; user: User }, upload: Upload): Promise<void> {
    const { filename, sha256 } = upload.metadata ?? {};
    try {
      const about = { id: upload.id, uploader: userId, path: upload.id, name: filename ?? '', sha256: sha256 ?? '' };
      const isKept =
        (await isUploadStored(db, about)) ||
        (await adoptFile(db, config.filesDir, { ...about, rules: rulesFor(user) }, config.quotaFactor));
      await noteUpload(db, about);
      if (!isKept) await store.remove(upload.id);
    } catch (error) {
      if (isFinal(error)) {
        await store.remove(upload.id);
        await endUpload(db, upload.id);
      }
      throw error;
    }
  }

  const tus = new JsonServer({
    path: `${app.prefix}/uploads`,
    datastore: store,
    maxSize: (request) => rulesFor(callerOf(request).user).most,
    relativeLocation: true,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    async onIncomingRequest(request, uploadId) {
      const { userId } = callerOf(request);
      if (request.method === 'POST') return;
      // Validated, because it becomes part of a path.
      const upload = isUuid(uploadId) ? await store.getUpload(uploadId).catch(() => undefined) : undefined;
      if (upload?.metadata?.['owner'] !== userId) throw tusError(new Refusal('NOT_FOUND'));
      // The process may have ended between the last byte and the record. Who asks where to continue sends nothing more.
      if (request.method === 'HEAD' && upload.offset === upload.size) {
        await finish(callerOf(request), upload).catch((error: unknown) => {
          // Refused bytes are gone: the device sends them again, and hears why.
          throw tusError(isFinal(error) ? new Refusal('NOT_FOUND') : error);
        });
      }
    },
    async onUploadCreate(request, upload) {
      const { userId, user } = callerOf(request);
      const { filename, sha256 } = upload.metadata ?? {};
      if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
        throw tusError(new Refusal('VALIDATION', [{ path: 'upload-metadata/sha256', code: 'pattern' }]));
      }
      if (!isText(request.headers.get('upload-metadata') ?? '')) {
        throw tusError(new Refusal('VALIDATION', [{ path: 'upload-metadata', code: 'utf-8' }]));
      }
      const rules = rulesFor(user);
      if (rules.typeOf(filename ?? '') === undefined) throw tusError(new Refusal('FILE_TYPE'));
      // Without a declared length, the maximum is assumed.
      const begun = { id: upload.id, size: upload.size ?? rules.most };
      await beginUpload(db, user, begun, config.quotaFactor).catch((error: unknown) => {
        throw tusError(error);
      });
      return { metadata: { filename: cleanFileName(filename ?? ''), sha256, owner: userId } };
    },
    async onUploadFinish(request, upload) {
      await finish(callerOf(request), upload).catch((error: unknown) => {
        throw tusError(error);
      });
      return {};
    },
    onResponseError(request, error) {
      const raw = request.runtime?.node?.req;
      const caller = raw === undefined ? undefined : callers.get(raw);
      const cause = causeOf(error);
      const plain = errorBodyOf(cause, caller?.requestId ?? '');
      const isOfReport = caller !== undefined && rulesFor(caller.user) === reportRules;
      // A refusal with details has a sentence of its own.
      const isGeneral = isOfReport && !(cause instanceof Refusal && cause.details !== undefined);
      const body = isGeneral ? { ...plain, message: reportTexts[plain.code] ?? plain.message } : plain;
      if (body.statusCode >= 500 && !(cause instanceof Refusal)) log.error({ err: error }, 'an upload failed');
      if (body.code === 'STORAGE_FULL') noteFull(db);
      return { status_code: body.statusCode, body: JSON.stringify(body) };
    },
  });

  tus.on(EVENTS.POST_TERMINATE, (_request, _response, id) => {
    endUpload(db, id).catch((error: unknown) => log.warn({ err: error }, 'an upload that was ended still counts'));
  });

  const sweep = setInterval(() => void tus.cleanUpExpiredUploads().catch(() => undefined), HOUR);
  app.addHook('onClose', async () => clearInterval(sweep));

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { user } = request.session;
    callers.set(request.raw, { userId: user.id, user, requestId: request.id });
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await tus.handle(request.raw, reply.raw);
  };

  void app.register(async (scope) => {
    // Bytes are streamed to tus unparsed.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    const schema = { description: 'An upload that can be continued, as tus 1.0 describes it.' };
    const answering = (status: number) => ({ ...schema, response: { [status]: Type.Null() } });
    scope.post('/uploads', { schema: answering(201) }, handler);
    scope.head('/uploads/:id', { schema: answering(200) }, handler);
    for (const method of ['PATCH', 'DELETE'])
      scope.route({ method, url: '/uploads/:id', schema: answering(204), handler });
  });
}

/** Returns what a user may upload: staff also upload test reports. */
function rulesFor(user: User): FileRules {
  return permissionsOf(user).includes('orders.command') ? reportRules : attachmentRules;
}

/** What staff are told instead of the limits of attachments. */
const reportTexts: Partial<Record<ErrorCode, string>> = {
  FILE_TOO_LARGE: `A report must be smaller than ${orderLimits.reportBytes / MB} MB. Split it, then send the parts.`,
  FILE_TYPE: 'This file type is not accepted. Send xlsx, docx, pptx, pdf, an image, or csv for a report.',
};

type Written = Awaited<ReturnType<Server['write']>>;

/** Converts the plain-text errors of tus to our JSON errors. */
class JsonServer extends Server {
  override async write(...[context, headers, status, text]: Parameters<Server['write']>): Promise<Written> {
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

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

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

/** Whether all metadata values are UTF-8; other bytes would be stored as other characters. */
function isText(metadata: string): boolean {
  return metadata.split(',').every((pair) => isUtf8(Buffer.from(pair.trim().split(' ')[1] ?? '', 'base64')));
}

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

function causeOf(error: Error | { status_code: number; body: string }): unknown {
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

function tusError(error: unknown): unknown {
  return error instanceof Refusal ? new RefusedUpload(error) : error;
}

/** Whether the bytes are refused; a server that has no room for the call keeps them. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'UNAVAILABLE';
}
