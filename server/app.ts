import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { apiHeader } from '#domain/ground/wire/api-header.ts';
import { limitAddresses } from './http/address-limit.ts';
import { limitBodies } from './http/bodies-in-memory.ts';
import { Allowance } from './limits/allowance.ts';
import { ByteBudget } from './limits/byte-budget.ts';
import { keepAudit } from './http/audit.ts';
import { watchCalls } from './spine/routes/calls-under-way.ts';
import type { AssistantDeps } from './assistant/deps.ts';
import { isApi, requireDevice } from './http/device-callers.ts';
import { dropDisconnected } from './http/disconnected.ts';
import { serveDocs } from './http/docs.ts';
import { answerErrors, answerNoRequest, answerUnreadable } from './http/errors.ts';
import { guardRoutes } from './http/guards.ts';
import { readBodies } from './http/json-bodies.ts';
import { keepWritesOnce } from './spine/routes/keyed-writes.ts';
import { plainError } from './ground/log.ts';
import { countResponses, countedBus, measure } from './start/measures.ts';
import { registerRoutes } from './start/routes.ts';
import type { Config } from './ground/config.ts';
import { Metrics } from './ground/metrics.ts';
import { endConnections } from './http/last-connections.ts';
import { refuseOtherPages } from './ground/origins.ts';
import { limitUsers } from './http/user-limit.ts';
import { checkHeads } from './http/request-heads.ts';
import { validateRequests } from './http/request-validation.ts';
import { compileSerializersLate } from './http/serializers.ts';
import { RightsWatch } from './spine/feed/rights-watch.ts';
import { answerPages, serveScreens } from './http/static-files.ts';
import { addressOfRoute } from './http/route-addresses.ts';
import { cutCrumbs } from './http/crumbs.ts';
import { cutSlowBodies, timesOfConnections } from './http/slow-requests.ts';
import { shareCounts } from './http/shared-counts.ts';
import { attachSockets } from './spine/sockets/attach.ts';
import { openChatNamespace, poChat, socketV1 } from './chat/sockets/chat-namespace.ts';
import { hintKnowledge } from './assistant/knowledge-hints.ts';
import { cutUnreadBodies } from './http/unread-bodies.ts';
import { SECOND } from '#domain/ground/units.ts';
import { formFieldBytes } from './http/form-parts.ts';
import { attachmentBytes, attachmentsPerMessage } from '#domain/ground/attachments.ts';
import { pushBytes } from '#domain/spine/wire/sync.ts';

/** Maximum number of fields of a multipart form. */
const formFields = 10;
/** Large bodies leave this share of their caller's bytes to small ones, such as a sign-in. */
export const shareOfSmallBodies = 1 / 8;
/** Time for replies in progress when the server stops, which takes at most `shutdownMs` in total. */
const lastAnswersMs = 6 * SECOND;
/** Time for requests that are on their way to an idle connection when the server stops. */
const lingerMs = 300;

/** Content security policy of all replies except `/docs`. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['vfp'],
  },
};

/** Builds the server without listening: plugins, routes and sockets, in the order in which a request passes them. */
export async function buildApp(given: AssistantDeps): Promise<FastifyInstance> {
  const metrics = new Metrics();
  const deps: AssistantDeps = { ...given, bus: countedBus(given.bus, metrics) };
  const { config, db, log } = deps;
  const app = createFastify(config);
  const { requestsPerMinute, userPerMinute, handshakesPerMinute } = config.allowed;
  const addresses = new Allowance(requestsPerMinute);
  const users = new Allowance(userPerMinute);
  const handshakes = new Allowance(handshakesPerMinute);
  cutCrumbs(app);
  endConnections(app, { lingerMs, graceMs: lastAnswersMs });
  cutUnreadBodies(app);
  cutSlowBodies(app, config.allowed);
  app.decorate('db', db);
  validateRequests(app);
  compileSerializersLate(app);
  answerErrors(app, log);

  dropDisconnected(app);
  markReplies(app);
  checkHeads(app);
  requireDevice(app);
  await app.register(fastifyHelmet, { contentSecurityPolicy, xFrameOptions: { action: 'deny' } });
  refuseOtherPages(app, config.publicUrl);
  await limitAddresses(app, addresses, requestsPerMinute);
  const stopSharing = shareCounts(db, log, { addresses, users, handshakes });
  app.addHook('onClose', stopSharing);
  // After the limit per address, before all routes.
  guardRoutes(app);
  const rights = new RightsWatch(deps);
  app.addHook('preClose', async () => rights.stop());
  watchCalls(app, rights);
  limitUsers(app, users);
  limitBodies(app, bodyBudget(config, metrics));
  readBodies(app);
  keepAudit(app);
  keepWritesOnce(app, config.quotaFactor);
  countResponses(app, metrics);
  const measures = measure(metrics, deps);
  app.addHook('onClose', async () => measures.stop());
  await readForms(app);
  if (config.docs) await serveDocs(app);

  await registerRoutes(app, deps, metrics);
  await serveScreens(app, deps.distDir);
  answerPages(app, deps.distDir);
  attachSockets(app, { ...deps, users, handshakes, metrics, rights }, [
    (io, parts) => openChatNamespace(io, parts, poChat),
    (io, parts) => openChatNamespace(io, parts, socketV1),
    hintKnowledge,
  ]);
  return app;
}

function createFastify(config: Config): FastifyInstance {
  return fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: plainError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < config.proxies,
    genReqId: () => randomUUID(),
    // A push has up to 256 KB. Files are uploaded in chunks, through routes with their own limits.
    bodyLimit: 2 * pushBytes,
    ...timesOfConnections(config.allowed),
    clientErrorHandler: answerNoRequest,
    // While the server stops, requests on their way are still answered: `last-connections.ts`.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => addressOfRoute(url),
    frameworkErrors: answerUnreadable,
    routerOptions: { ignoreTrailingSlash: true },
  });
}

/** Gives each reply the id of its request; those of the API are marked and never cached. */
function markReplies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!isApi(request)) return;
    reply.header(apiHeader, '1');
    reply.header('cache-control', 'no-store');
  });
}

/** Returns the bytes that request bodies may take, and measures them. */
function bodyBudget({ allowed }: Config, metrics: Metrics): ByteBudget {
  const { bodyBytesOfCaller: perCaller, bodyBytesOfAll: ofAll } = allowed;
  const bodies = new ByteBudget({ perCaller, shareOfSmall: shareOfSmallBodies, ofAll });
  metrics.gauge('vfp_body_bytes', 'Bytes of request bodies in memory.', () => bodies.bytes);
  return bodies;
}

/** Reads multipart forms, which carry the attachments of a message. */
async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, {
    limits: {
      files: attachmentsPerMessage,
      fileSize: attachmentBytes - 1,
      fields: formFields,
      fieldSize: formFieldBytes,
      parts: attachmentsPerMessage + formFields,
    },
  });
}
