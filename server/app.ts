import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { limits } from '#domain/limits.ts';
import { serverLimits } from '#domain/server-limits.ts';
import { apiHeader } from '#domain/protocol/api-header.ts';
import { limitAddresses } from './address-limit.ts';
import { Allowance } from './allowance.ts';
import { keepAudit } from './audit.ts';
import { watchCalls } from './calls-under-way.ts';
import type { Deps } from './deps.ts';
import { isApi, requireDevice } from './device-callers.ts';
import { dropDisconnected } from './disconnected.ts';
import { serveDocs } from './docs.ts';
import { answerErrors, answerNoRequest, answerUnreadable } from './errors.ts';
import { guardRoutes } from './guards.ts';
import { readBodies } from './json-bodies.ts';
import { keepWritesOnce } from './keyed-writes.ts';
import { plainError } from './log.ts';
import { countResponses, countedBus, measure } from './measures.ts';
import { Metrics } from './metrics.ts';
import { endConnections } from './last-connections.ts';
import { refuseOtherPages } from './origins.ts';
import { limitPeople } from './person-limit.ts';
import { checkHeads } from './request-heads.ts';
import { checkShapes } from './request-shapes.ts';
import { createRightsWatch } from './rights-watch.ts';
import { accountRoutes, passwordRoutes } from './routes/accounts.ts';
import { adminAuditRoutes } from './routes/admin-audit.ts';
import { adminInvoiceRoutes } from './routes/admin-invoices.ts';
import { authRoutes } from './routes/auth.ts';
import { botRoutes } from './routes/bot.ts';
import { companyRoutes } from './routes/company.ts';
import { consentRoutes } from './routes/consent.ts';
import { contactRoutes } from './routes/contact.ts';
import { devMailRoutes } from './routes/dev-mail.ts';
import { deviceRoutes } from './routes/devices.ts';
import { expertNotificationRoutes } from './routes/expert-notification.ts';
import { expertRoutes } from './routes/experts.ts';
import { fileRoutes } from './routes/files.ts';
import { healthRoutes } from './routes/health.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { copyRoutes } from './routes/copies.ts';
import { leavingRoutes } from './routes/leaving.ts';
import { ownFileRoutes } from './routes/own-files.ts';
import { poChatRoutes } from './routes/po-chats.ts';
import { poSystemRoutes } from './routes/po-system.ts';
import { publicPageRoutes } from './routes/public-pages.ts';
import { stripeWebhook } from './routes/stripe-webhook.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { syncRoutes } from './routes/sync.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { userRoutes } from './routes/users.ts';
import { answerPages, serveScreens } from './screens.ts';
import { addressOfRoute } from './route-addresses.ts';
import { cutSlowBodies, timesOfConnections } from './slow-requests.ts';
import { shareCounts } from './shared-counts.ts';
import { attachSockets } from './sockets/attach.ts';
import { cutUnreadBodies } from './unread-bodies.ts';

/** The policy of every page and answer but `/docs`. */
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

/** The whole server but its listening port: plugins, routes and sockets, in the order a request meets them. */
export async function buildApp(given: Deps): Promise<FastifyInstance> {
  const metrics = new Metrics();
  const deps: Deps = { ...given, bus: countedBus(given.bus, metrics) };
  const app = fastify({
    logger: {
      level: deps.config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: plainError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_address: string, hop: number) => hop < deps.config.proxies,
    genReqId: () => randomUUID(),
    // A whole push is 256 KB; files come in parts, through routes with limits of their own.
    bodyLimit: 2 * limits.pushBytes,
    ...timesOfConnections(deps.config.allowed),
    clientErrorHandler: answerNoRequest,
    rewriteUrl: ({ url = '/' }) => addressOfRoute(url),
    frameworkErrors: answerUnreadable,
    routerOptions: { ignoreTrailingSlash: true },
  });
  const { requestsPerMinute, personPerMinute, handshakesPerMinute } = deps.config.allowed;
  const addresses = new Allowance(requestsPerMinute);
  const people = new Allowance(personPerMinute);
  const handshakes = new Allowance(handshakesPerMinute);
  endConnections(app, serverLimits.lastAnswersMs);
  cutUnreadBodies(app);
  cutSlowBodies(app, deps.config.allowed.bodyPaceMs);
  app.decorate('db', deps.db);
  checkShapes(app);
  answerErrors(app, deps.log);

  dropDisconnected(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!isApi(request)) return;
    reply.header(apiHeader, '1');
    reply.header('cache-control', 'no-store');
  });
  checkHeads(app);
  requireDevice(app);
  await app.register(fastifyHelmet, { contentSecurityPolicy, xFrameOptions: { action: 'deny' } });
  refuseOtherPages(app, deps.config.publicUrl);
  await limitAddresses(app, addresses, requestsPerMinute);
  const stopSharing = shareCounts(deps.db, deps.log, { addresses, people, handshakes });
  app.addHook('onClose', stopSharing);
  // Behind the limit for addresses, before every route.
  guardRoutes(app);
  const rights = createRightsWatch(deps);
  app.addHook('preClose', async () => rights.stop());
  watchCalls(app, rights);
  limitPeople(app, people);
  readBodies(app);
  keepAudit(app);
  keepWritesOnce(app);
  countResponses(app, metrics);
  const measures = measure(metrics, deps);
  app.addHook('onClose', async () => measures.stop());
  await app.register(fastifyMultipart, {
    limits: {
      files: limits.attachmentsPerMessage,
      fileSize: limits.attachmentBytes - 1,
      fields: serverLimits.formFields,
      fieldSize: serverLimits.formFieldBytes,
      parts: limits.attachmentsPerMessage + serverLimits.formFields,
    },
  });
  if (deps.config.docs) await serveDocs(app);

  await app.register(
    async (v1) => {
      authRoutes(v1, deps);
      accountRoutes(v1, deps, 1);
      passwordRoutes(v1, deps);
      userRoutes(v1, deps);
      leavingRoutes(v1, deps);
      copyRoutes(v1, deps);
      deviceRoutes(v1, deps);
      companyRoutes(v1, deps);
      ownFileRoutes(v1, deps);
      poChatRoutes(v1, deps);
      consentRoutes(v1, deps);
      expertRoutes(v1, deps);
      expertNotificationRoutes(v1, deps);
      botRoutes(v1, deps);
      poSystemRoutes(v1, deps);
      uploadRoutes(v1, deps);
      fileRoutes(v1, deps);
      syncRoutes(v1, deps);
      subscriptionRoutes(v1, deps);
      contactRoutes(v1, deps);
      adminAuditRoutes(v1, deps);
      adminInvoiceRoutes(v1, deps);
      await stripeWebhook(v1, deps);
    },
    { prefix: '/api/v1' },
  );
  await app.register(
    async (v2) => {
      authRoutes(v2, deps);
      accountRoutes(v2, deps, 2);
    },
    { prefix: '/api/v2' },
  );
  if (deps.config.smtpUrl === undefined && !deps.config.production) devMailRoutes(app, deps);
  healthRoutes(app, deps);
  metricsRoutes(app, metrics, deps.config);

  publicPageRoutes(app, deps);
  await serveScreens(app, deps.distDir);
  answerPages(app, deps.distDir);
  attachSockets(app, { ...deps, people, handshakes, metrics, rights });
  return app;
}
