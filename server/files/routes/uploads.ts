import { HOUR, MB } from '#domain/ground/units.ts';
import { FileStore } from '@tus/file-store';
import { EVENTS, type ServerOptions, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { type ErrorCode, Refusal } from '#domain/ground/errors.ts';
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
import { errorBehind, JsonServer, tusError } from '../tus-errors.ts';

/**
 * Routes of resumable uploads (tus 1.0). Only the user who created an upload can continue, see or end it. The file
 * exists only after the last byte has arrived and hash and type are verified.
 */
export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  const uploads = new UploadRules(deps);
  const tus = tusServer(uploads, `${app.prefix}/uploads`);
  tus.on(EVENTS.POST_TERMINATE, (_request, _response, id) => uploads.terminated(id));

  const sweep = setInterval(() => void tus.cleanUpExpiredUploads().catch(() => undefined), HOUR);
  app.addHook('onClose', async () => clearInterval(sweep));

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    uploads.noteCaller(request);
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

function tusServer(uploads: UploadRules, path: string): JsonServer {
  return new JsonServer({
    path,
    datastore: uploads.store,
    maxSize: (request) => uploads.rulesFor(request).most,
    relativeLocation: true,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    onIncomingRequest: (request, uploadId) => uploads.arrived(request, uploadId),
    onUploadCreate: (request, upload) => uploads.begin(request, upload),
    async onUploadFinish(request, upload) {
      await uploads.finish(request, upload).catch((error: unknown) => {
        throw tusError(error);
      });
      return {};
    },
    onResponseError: (request, error) => uploads.replyTo(request, error),
  });
}

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

/** Rules of uploads: who may send which bytes, and what becomes of them. */
class UploadRules {
  readonly store: FileStore;
  readonly #deps: Deps;
  /** Users of the requests that tus handles, by the request of Node. */
  readonly #callers = new WeakMap<object, { user: User; requestId: string }>();
  /** Checks of complete uploads that are under way. */
  readonly #finishing = new SharedRuns();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.store = new FileStore({ directory: deps.config.filesDir, expirationPeriodInMilliseconds: uploadMs });
  }

  /** Notes whose request it is, before tus handles it. */
  noteCaller(request: FastifyRequest): void {
    this.#callers.set(request.raw, { user: request.session.user, requestId: request.id });
  }

  /** Returns what the caller may upload. @throws UNAUTHORIZED */
  rulesFor(request: TusRequest): FileRules {
    return rulesOf(this.#userOf(request));
  }

  /** Checks that the upload is the caller's. A complete upload that was not recorded is recorded now. */
  async arrived(request: TusRequest, uploadId: string): Promise<void> {
    const user = this.#userOf(request);
    if (request.method === 'POST') return;
    // Validated, because it becomes part of a path.
    const upload = isUuid(uploadId) ? await this.store.getUpload(uploadId).catch(() => undefined) : undefined;
    if (upload?.metadata?.['owner'] !== user.id) throw tusError(new Refusal('NOT_FOUND'));
    // The process may have ended between the last byte and the record. A client that asks where to continue sends
    // nothing more.
    if (request.method === 'HEAD' && upload.offset === upload.size) {
      await this.finish(request, upload).catch((error: unknown) => {
        // Refused bytes are gone: the device sends them again, and hears why.
        throw tusError(isFinal(error) ? new Refusal('NOT_FOUND') : error);
      });
    }
  }

  /** Checks and notes an upload before its first byte. @returns what is stored about it */
  async begin(request: TusRequest, upload: Upload): Promise<{ metadata: Record<string, string> }> {
    const user = this.#userOf(request);
    const { filename, sha256 } = upload.metadata ?? {};
    if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
      throw tusError(new Refusal('VALIDATION', [{ path: 'upload-metadata/sha256', code: 'pattern' }]));
    }
    if (!isText(request.headers.get('upload-metadata') ?? '')) {
      throw tusError(new Refusal('VALIDATION', [{ path: 'upload-metadata', code: 'utf-8' }]));
    }
    const rules = rulesOf(user);
    if (rules.typeOf(filename ?? '') === undefined) throw tusError(new Refusal('FILE_TYPE'));
    // Without a declared length, the maximum is assumed.
    const begun = { id: upload.id, size: upload.size ?? rules.most };
    const { db, config } = this.#deps;
    await beginUpload(db, user, begun, config.quotaFactor).catch((error: unknown) => {
      throw tusError(error);
    });
    return { metadata: { filename: cleanFileName(filename ?? ''), sha256, owner: user.id } };
  }

  /**
   * Checks and records a complete upload. Its bytes are checked once, however often and by how many calls it is asked.
   * @throws Refusal, after which the upload is gone
   */
  async finish(request: TusRequest, upload: Upload): Promise<void> {
    const user = this.#userOf(request);
    await this.#finishing.run(upload.id, () => this.#record(user, upload));
  }

  /** An upload was ended by its user: it no longer counts. */
  terminated(id: string): void {
    const { db, log } = this.#deps;
    endUpload(db, id).catch((error: unknown) => log.warn({ err: error }, 'an upload that was ended still counts'));
  }

  /** Returns the reply to a request that failed. */
  replyTo(request: TusRequest, error: Parameters<typeof errorBehind>[0]): { status_code: number; body: string } {
    const { db, log } = this.#deps;
    const caller = this.#callerOf(request);
    const cause = errorBehind(error);
    const plain = errorBodyOf(cause, caller?.requestId ?? '');
    const isOfReport = caller !== undefined && rulesOf(caller.user) === reportRules;
    // A refusal with details has a sentence of its own.
    const isGeneral = isOfReport && !(cause instanceof Refusal && cause.details !== undefined);
    const body = isGeneral ? { ...plain, message: reportTexts[plain.code] ?? plain.message } : plain;
    if (body.statusCode >= 500 && !(cause instanceof Refusal)) log.error({ err: error }, 'an upload failed');
    if (body.code === 'STORAGE_FULL') noteFull(db);
    return { status_code: body.statusCode, body: JSON.stringify(body) };
  }

  async #record(user: User, upload: Upload): Promise<void> {
    const { db, config } = this.#deps;
    const { filename, sha256 } = upload.metadata ?? {};
    try {
      const about = { id: upload.id, uploader: user.id, path: upload.id, name: filename ?? '', sha256: sha256 ?? '' };
      const isKept =
        (await isUploadStored(db, about)) ||
        (await adoptFile(db, config.filesDir, { ...about, rules: rulesOf(user) }, config.quotaFactor));
      await noteUpload(db, about);
      if (!isKept) await this.store.remove(upload.id);
    } catch (error) {
      if (isFinal(error)) {
        await this.store.remove(upload.id);
        await endUpload(db, upload.id);
      }
      throw error;
    }
  }

  #userOf(request: TusRequest): User {
    const caller = this.#callerOf(request);
    if (caller === undefined) throw tusError(new Refusal('UNAUTHORIZED'));
    return caller.user;
  }

  #callerOf(request: TusRequest): { user: User; requestId: string } | undefined {
    const raw = request.runtime?.node?.req;
    return raw === undefined ? undefined : this.#callers.get(raw);
  }
}

/** Returns what a user may upload: staff also upload test reports. */
function rulesOf(user: User): FileRules {
  return permissionsOf(user).includes('orders.command') ? reportRules : attachmentRules;
}

/** Texts for staff instead of those about the limits of attachments. */
const reportTexts: Partial<Record<ErrorCode, string>> = {
  FILE_TOO_LARGE: `A report must be smaller than ${orderLimits.reportBytes / MB} MB. Split it, then send the parts.`,
  FILE_TYPE: 'This file type is not accepted. Send xlsx, csv, docx, pptx, pdf, txt or an image.',
};

/** Whether all metadata values are UTF-8; other bytes would be stored as other characters. */
function isText(metadata: string): boolean {
  return metadata.split(',').every((pair) => isUtf8(Buffer.from(pair.trim().split(' ')[1] ?? '', 'base64')));
}

/** Whether the bytes are refused; a server that has no room for the call keeps them. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'UNAVAILABLE';
}
