import { FileStore } from '@tus/file-store';
import { Server, type ServerOptions } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type ErrorCode, Refusal } from '#domain/errors.ts';
import { attachmentTypeOf } from '#domain/chat.ts';
import { isUuid } from '#domain/ids.ts';
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
      // It becomes part of a path.
      const upload = isUuid(uploadId) ? await store.getUpload(uploadId).catch(() => undefined) : undefined;
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
      const cause = causeOf(error);
      const body = errorBodyOf(cause, requestId);
      if (body.statusCode >= 500 && !(cause instanceof Refusal)) log.error({ err: error }, 'an upload failed');
      return { status_code: body.statusCode, body: JSON.stringify(body) };
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
    scope.post('/uploads', { schema }, handler);
    scope.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: '/uploads/:id', schema, handler });
  });
}

type Written = Awaited<ReturnType<Server['write']>>;

/** tus answers its errors as plain text, some of them without asking; ours are JSON, and say so. */
class JsonServer extends Server {
  override async write(...[context, headers, status, text]: Parameters<Server['write']>): Promise<Written> {
    if (status < 400) return super.write(context, headers, status, text);
    const refused = text?.startsWith('{') === true ? undefined : errorBodyOf(refusalOf(status, text), randomUUID());
    headers.set('content-type', 'application/json; charset=utf-8');
    const body = refused === undefined ? text : JSON.stringify(refused);
    const answer = await super.write(context, headers, refused?.statusCode ?? status, body);
    // What is still coming is read a little longer, so that the answer arrives: `unread-bodies.ts`.
    answer.headers.delete('connection');
    return answer;
  }
}

const abandonedAfterMs = 7 * 24 * 60 * 60_000;

type TusRequest = Parameters<NonNullable<ServerOptions['onIncomingRequest']>>[0];

/** What tus itself refuses, in our words; extensions it does not speak are nothing that waiting helps against. */
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

/** The headers that tus names in what it says, as the paths of what is wrong. */
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
  // Somebody else is sending the same upload; that ends.
  if (error.body.includes('lock')) return new Refusal('UNAVAILABLE');
  return error.status_code in refusalsByStatus ? refusalOf(error.status_code, error.body) : error;
}

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
