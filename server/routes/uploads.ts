import { FileStore } from '@tus/file-store';
import { Server, type ServerOptions } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { Refusal } from '#domain/errors.ts';
import { attachmentTypeOf } from '#domain/chat.ts';
import { limits } from '#domain/limits.ts';
import type { Deps } from '../deps.ts';
import { errorBodyOf } from '../errors.ts';
import { adoptFile } from '../files/stored-files.ts';
import { noteUpload } from '../store/own-files.ts';

/**
 * Resumable uploads (tus 1.0). The bytes belong to who began the upload; nobody else can continue, see or end it.
 * When the last byte is in, hash and type are checked, and only then the file exists.
 */
export function uploadRoutes(app: FastifyInstance, { db, config, log }: Deps): void {
  const callers = new WeakMap<object, { userId: string; requestId: string }>();
  const store = new FileStore({ directory: config.filesDir, expirationPeriodInMilliseconds: abandonedAfterMs });
  const callerOf = (request: TusRequest) => {
    const raw = request.runtime?.node?.req;
    const caller = raw === undefined ? undefined : callers.get(raw);
    if (caller === undefined) throw tusError(new Refusal('UNAUTHORIZED'));
    return caller;
  };

  const tus = new JsonServer({
    path: `${app.prefix}/uploads`,
    datastore: store,
    // A file must be under the limit.
    maxSize: limits.attachmentBytes - 1,
    relativeLocation: true,
    allowedOrigins: () => false,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => randomUUID(),
    async onIncomingRequest(request, uploadId) {
      const { userId } = callerOf(request);
      if (request.method === 'POST') return;
      const upload = await store.getUpload(uploadId).catch(() => undefined);
      if (upload?.metadata?.['owner'] !== userId) throw tusError(new Refusal('NOT_FOUND'));
    },
    async onUploadCreate(request, upload) {
      const { userId } = callerOf(request);
      const { filename, sha256 } = upload.metadata ?? {};
      if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
        throw tusError(new Refusal('VALIDATION', [{ path: 'upload-metadata/sha256', code: 'pattern' }]));
      }
      if (attachmentTypeOf(filename ?? '') === undefined) throw tusError(new Refusal('FILE_TYPE'));
      return { metadata: { filename: filename ?? '', sha256, owner: userId } };
    },
    async onUploadFinish(request, upload) {
      const { userId } = callerOf(request);
      const { filename, sha256 } = upload.metadata ?? {};
      try {
        const about = { uploader: userId, path: upload.id, name: filename ?? '', sha256: sha256 ?? '' };
        const isNew = await adoptFile(db, config.filesDir, about);
        await noteUpload(db, { ...about, id: upload.id });
        if (!isNew) await store.remove(upload.id);
      } catch (error) {
        if (error instanceof Refusal) await store.remove(upload.id);
        throw tusError(error);
      }
      return {};
    },
    onResponseError(request, error) {
      const raw = request.runtime?.node?.req;
      const requestId = (raw === undefined ? undefined : callers.get(raw))?.requestId ?? '';
      const status = 'status_code' in error ? error.status_code : 500;
      const cause = error instanceof RefusedUpload ? error.refusal : (refusalsByStatus[status] ?? error);
      const body = errorBodyOf(cause, requestId);
      if (body.statusCode >= 500) log.error({ err: error }, 'an upload failed');
      // tus speaks 409 and 412 to its client about offsets and versions; those stay as they are.
      return {
        status_code: status >= 500 || cause instanceof Refusal ? body.statusCode : status,
        body: JSON.stringify(body),
      };
    },
  });

  const sweep = setInterval(() => void tus.cleanUpExpiredUploads().catch(() => undefined), 60 * 60_000);
  app.addHook('onClose', async () => clearInterval(sweep));

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    callers.set(request.raw, { userId: request.session.person.id, requestId: request.id });
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await tus.handle(request.raw, reply.raw);
  };

  void app.register(async (scope) => {
    // The bytes go to tus as they come.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));
    const schema = { description: 'An upload that can be continued, as tus 1.0 describes it.' };
    const answering = (status: number) => ({ ...schema, response: { [status]: Type.Null() } });
    scope.post('/uploads', { schema: answering(201) }, handler);
    scope.head('/uploads/:id', { schema: answering(200) }, handler);
    for (const method of ['PATCH', 'DELETE'])
      scope.route({ method, url: '/uploads/:id', schema: answering(204), handler });
  });
}

/** tus answers its errors as plain text; ours are JSON, and say so. */
class JsonServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (body?.startsWith('{')) headers.set('content-type', 'application/json; charset=utf-8');
    return super.write(context, headers, status, body);
  }
}

const abandonedAfterMs = 7 * 24 * 60 * 60_000;

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

/** What tus itself refuses, in our words. */
const refusalsByStatus: Record<number, Refusal> = {
  400: new Refusal('VALIDATION'),
  404: new Refusal('NOT_FOUND'),
  410: new Refusal('NOT_FOUND'),
  413: new Refusal('FILE_TOO_LARGE'),
};

/** tus reads the status off the error it is thrown. */
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
