import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { limits } from '#domain/ground/limits.ts';
import { serverLimits } from '#domain/ground/server-limits.ts';
import { apiHeader } from '#domain/ground/wire/api-header.ts';
import { limitAddresses } from './http/address-limit.ts';
import { limitBodies } from './http/bodies-in-memory.ts';
import { Allowance } from './limits/allowance.ts';
import { ByteBudget } from './limits/byte-budget.ts';
import { keepAudit } from './http/audit.ts';
import { watchCalls } from './http/calls-under-way.ts';
import type { Deps } from './http/deps.ts';
import { isApi, requireDevice } from './http/device-callers.ts';
import { dropDisconnected } from './http/disconnected.ts';
import { serveDocs } from './http/docs.ts';
import { DrawnDocuments } from './http/drawn-documents.ts';
import { answerErrors, answerNoRequest, answerUnreadable } from './http/errors.ts';
import { guardRoutes } from './http/guards.ts';
import { readBodies } from './http/json-bodies.ts';
import { keepWritesOnce } from './http/keyed-writes.ts';
import { plainError } from './log.ts';
import { countResponses, countedBus, measure } from './measures.ts';
import { Metrics } from './metrics.ts';
import { endConnections } from './http/last-connections.ts';
import { refuseOtherPages } from './origins.ts';
import { limitUsers } from './http/user-limit.ts';
import { checkHeads } from './http/request-heads.ts';
import { validateRequests } from './http/request-validation.ts';
import { compileSerializersLate } from './http/serializers.ts';
import { createRightsWatch } from './accounts/rights-watch.ts';
import { accountRoutes, passwordRoutes } from './http/routes/accounts.ts';
import { adminAuditRoutes } from './http/routes/admin-audit.ts';
import { adminInvoiceRoutes } from './http/routes/admin-invoices.ts';
import { adminCompanyRoutes } from './http/routes/admin-companies.ts';
import { adminModelRoutes } from './http/routes/admin-model.ts';
import { assistantSettingsRoutes } from './http/routes/assistant-settings.ts';
import { adminOrderListRoutes } from './http/routes/admin-order-list.ts';
import { adminOrderRoutes } from './http/routes/admin-orders.ts';
import { authRoutes } from './http/routes/auth.ts';
import { botRoutes } from './http/routes/bot.ts';
import { companyRoutes } from './http/routes/company.ts';
import { consentRoutes } from './http/routes/consent.ts';
import { contactRoutes } from './http/routes/contact.ts';
import { devMailRoutes } from './http/routes/dev-mail.ts';
import { deviceRoutes } from './http/routes/devices.ts';
import { expertNotificationRoutes } from './http/routes/expert-notification.ts';
import { expertRoutes } from './http/routes/experts.ts';
import { fileRoutes } from './http/routes/files.ts';
import { healthRoutes } from './http/routes/health.ts';
import { metricsRoutes } from './http/routes/metrics.ts';
import { copyRoutes } from './http/routes/copies.ts';
import { leavingRoutes } from './http/routes/leaving.ts';
import { ownEmailRoutes } from './http/routes/own-email.ts';
import { ownFileRoutes } from './http/routes/own-files.ts';
import { chatSearchRoutes } from './http/routes/chat-search.ts';
import { orderAttachmentRoutes } from './http/routes/order-attachments.ts';
import { orderColleagueRoutes } from './http/routes/order-colleagues.ts';
import { orderParcelRoutes } from './http/routes/order-parcels.ts';
import { orderDocumentRoutes } from './http/routes/order-documents.ts';
import { orderRevisionRoutes } from './http/routes/order-revisions.ts';
import { orderReportRoutes } from './http/routes/order-reports.ts';
import { orderResultDeskRoutes } from './http/routes/order-result-desk.ts';
import { poChatRoutes } from './http/routes/po-chats.ts';
import { poSystemRoutes } from './http/routes/po-system.ts';
import { questionRecordRoutes } from './http/routes/question-records.ts';
import { emptyCombinationRoutes } from './http/routes/empty-combinations.ts';
import { qnaImportRoutes } from './http/routes/qna-imports.ts';
import { questionTableRoutes } from './http/routes/question-tables.ts';
import { qnaCategoryRoutes } from './http/routes/qna-categories.ts';
import { knowledgeSearchRoutes } from './http/routes/knowledge-search.ts';
import { qnaRoutes } from './http/routes/qnas.ts';
import { qnaWriteRoutes } from './http/routes/qna-writes.ts';
import { qnaSearch } from './knowledge/qna-search.ts';
import { finderRoutes } from './http/routes/finder.ts';
import { retrievalTestRoutes } from './http/routes/retrieval-test.ts';
import { synchronizeRoutes } from './http/routes/synchronizes.ts';
import { knowledgeDocumentRoutes } from './http/routes/knowledge-documents.ts';
import { rateCardRoutes } from './http/routes/rate-cards.ts';
import { publicPageRoutes } from './http/routes/public-pages.ts';
import { carrierHook } from './http/routes/carrier-hook.ts';
import { stripeWebhook } from './http/routes/stripe-webhook.ts';
import { subscriptionRoutes } from './http/routes/subscriptions.ts';
import { syncRoutes } from './http/routes/sync.ts';
import { uploadRoutes } from './http/routes/uploads.ts';
import { userRoutes } from './http/routes/users.ts';
import { answerPages, serveScreens } from './http/static-files.ts';
import { addressOfRoute } from './http/route-addresses.ts';
import { cutCrumbs } from './http/crumbs.ts';
import { cutSlowBodies, timesOfConnections } from './http/slow-requests.ts';
import { shareCounts } from './http/shared-counts.ts';
import { attachSockets } from './sockets/attach.ts';
import { cutUnreadBodies } from './http/unread-bodies.ts';

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
    // A push has up to 256 KB. Files are uploaded in chunks, through routes with their own limits.
    bodyLimit: 2 * limits.pushBytes,
    ...timesOfConnections(deps.config.allowed),
    clientErrorHandler: answerNoRequest,
    // While the server stops, requests on their way are still answered: `last-connections.ts`.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => addressOfRoute(url),
    frameworkErrors: answerUnreadable,
    routerOptions: { ignoreTrailingSlash: true },
  });
  const { requestsPerMinute, userPerMinute, handshakesPerMinute } = deps.config.allowed;
  const addresses = new Allowance(requestsPerMinute);
  const users = new Allowance(userPerMinute);
  const handshakes = new Allowance(handshakesPerMinute);
  cutCrumbs(app);
  endConnections(app, { lingerMs: serverLimits.lingerMs, graceMs: serverLimits.lastAnswersMs });
  cutUnreadBodies(app);
  cutSlowBodies(app, deps.config.allowed);
  app.decorate('db', deps.db);
  validateRequests(app);
  compileSerializersLate(app);
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
  const stopSharing = shareCounts(deps.db, deps.log, { addresses, users, handshakes });
  app.addHook('onClose', stopSharing);
  // After the limit per address, before all routes.
  guardRoutes(app);
  const rights = createRightsWatch(deps);
  app.addHook('preClose', async () => rights.stop());
  watchCalls(app, rights);
  limitUsers(app, users);
  const { bodyBytesOfCaller: perCaller, bodyBytesOfAll: ofAll } = deps.config.allowed;
  const bodies = new ByteBudget({ perCaller, shareOfSmall: serverLimits.shareOfSmallBodies, ofAll });
  limitBodies(app, bodies);
  metrics.gauge('vfp_body_bytes', 'Bytes of request bodies in memory.', () => bodies.bytes);
  readBodies(app);
  keepAudit(app);
  keepWritesOnce(app, deps.config.quotaFactor);
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

  const documents = new DrawnDocuments();
  await app.register(
    async (v1) => {
      authRoutes(v1, deps);
      accountRoutes(v1, deps, 1);
      passwordRoutes(v1, deps);
      userRoutes(v1, deps);
      ownEmailRoutes(v1, deps);
      leavingRoutes(v1, deps);
      copyRoutes(v1, deps);
      deviceRoutes(v1, deps);
      companyRoutes(v1, deps);
      ownFileRoutes(v1, deps);
      poChatRoutes(v1, deps);
      chatSearchRoutes(v1, deps);
      consentRoutes(v1, deps);
      expertRoutes(v1, deps);
      expertNotificationRoutes(v1, deps);
      botRoutes(v1, deps);
      poSystemRoutes(v1, deps);
      uploadRoutes(v1, deps);
      fileRoutes(v1, deps);
      syncRoutes(v1, deps);
      subscriptionRoutes(v1, { ...deps, documents });
      contactRoutes(v1, deps);
      adminAuditRoutes(v1, deps);
      adminCompanyRoutes(v1);
      adminInvoiceRoutes(v1, deps);
      adminOrderListRoutes(v1, deps);
      adminOrderRoutes(v1, deps);
      orderDocumentRoutes(v1, { ...deps, documents });
      orderRevisionRoutes(v1, deps);
      orderReportRoutes(v1, { ...deps, documents });
      orderResultDeskRoutes(v1, deps);
      orderAttachmentRoutes(v1, deps);
      orderColleagueRoutes(v1, deps);
      orderParcelRoutes(v1, deps);
      rateCardRoutes(v1, deps);
      finderRoutes(v1, deps);
      qnaImportRoutes(v1, deps);
      adminModelRoutes(v1, deps);
      assistantSettingsRoutes(v1, deps);
      emptyCombinationRoutes(v1, deps);
      questionRecordRoutes(v1, deps);
      const qnas = qnaSearch(deps.db);
      app.addHook('onClose', async () => qnas.stop());
      qnaRoutes(v1, { ...deps, qnas });
      qnaWriteRoutes(v1, deps);
      knowledgeSearchRoutes(v1, { ...deps, qnas });
      synchronizeRoutes(v1, deps);
      retrievalTestRoutes(v1, { ...deps, qnas });
      qnaCategoryRoutes(v1, deps);
      questionTableRoutes(v1, deps);
      knowledgeDocumentRoutes(v1, deps);
      await stripeWebhook(v1, deps);
      await carrierHook(v1, deps);
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
  attachSockets(app, { ...deps, users, handshakes, metrics, rights });
  return app;
}
