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
import { DrawnDocuments } from './documents/drawing/drawn-documents.ts';
import { answerErrors, answerNoRequest, answerUnreadable } from './http/errors.ts';
import { guardRoutes } from './http/guards.ts';
import { readBodies } from './http/json-bodies.ts';
import { keepWritesOnce } from './spine/routes/keyed-writes.ts';
import { plainError } from './ground/log.ts';
import { countResponses, countedBus, measure } from './start/measures.ts';
import { Metrics } from './ground/metrics.ts';
import { endConnections } from './http/last-connections.ts';
import { refuseOtherPages } from './ground/origins.ts';
import { limitUsers } from './http/user-limit.ts';
import { checkHeads } from './http/request-heads.ts';
import { validateRequests } from './http/request-validation.ts';
import { compileSerializersLate } from './http/serializers.ts';
import { RightsWatch } from './spine/feed/rights-watch.ts';
import { accountRoutes, passwordRoutes } from './account/routes/accounts.ts';
import { adminAuditRoutes } from './account/routes/admin-audit.ts';
import { adminInvoiceRoutes } from './payment/routes/admin-invoices.ts';
import { adminCompanyRoutes } from './account/routes/admin-companies.ts';
import { adminModelRoutes } from './assistant/routes/admin-model.ts';
import { assistantSettingsRoutes } from './assistant/routes/assistant-settings.ts';
import { adminOrderListRoutes } from './order/routes/admin-order-list.ts';
import { adminOrderRoutes } from './order/routes/admin-orders.ts';
import { authRoutes } from './account/routes/auth.ts';
import { botRoutes } from './assistant/routes/bot.ts';
import { companyRoutes } from './account/routes/company.ts';
import { consentRoutes } from './account/routes/consent.ts';
import { contactRoutes } from './account/routes/contact.ts';
import { devMailRoutes } from './http/routes/dev-mail.ts';
import { deviceRoutes } from './account/routes/devices.ts';
import { expertNotificationRoutes } from './chat/routes/expert-notification.ts';
import { expertRoutes } from './chat/routes/experts.ts';
import { fileRoutes } from './chat/routes/files.ts';
import { healthRoutes } from './http/routes/health.ts';
import { metricsRoutes } from './http/routes/metrics.ts';
import { copyRoutes } from './account/routes/copies.ts';
import { leavingRoutes } from './account/routes/leaving.ts';
import { ownEmailRoutes } from './account/routes/own-email.ts';
import { ownFileRoutes } from './files/routes/own-files.ts';
import { chatSearchRoutes } from './chat/routes/chat-search.ts';
import { orderAttachmentRoutes } from './order/routes/order-attachments.ts';
import { orderColleagueRoutes } from './order/routes/order-colleagues.ts';
import { orderParcelRoutes } from './order/routes/order-parcels.ts';
import { orderDocumentRoutes } from './order/routes/order-documents.ts';
import { orderRevisionRoutes } from './order/routes/order-revisions.ts';
import { orderReportRoutes } from './order/routes/order-reports.ts';
import { orderResultDeskRoutes } from './order/routes/order-result-desk.ts';
import { poChatRoutes } from './chat/routes/po-chats.ts';
import { poSystemRoutes } from './order/routes/po-system.ts';
import { questionRecordRoutes } from './assistant/routes/question-records.ts';
import { emptyCombinationRoutes } from './assistant/routes/empty-combinations.ts';
import { qnaImportRoutes } from './assistant/routes/qna-imports.ts';
import { questionTableRoutes } from './assistant/routes/question-tables.ts';
import { qnaCategoryRoutes } from './assistant/routes/qna-categories.ts';
import { knowledgeSearchRoutes } from './assistant/routes/knowledge-search.ts';
import { qnaRoutes } from './assistant/routes/qnas.ts';
import { qnaWriteRoutes } from './assistant/routes/qna-writes.ts';
import { qnaSearch } from './assistant/knowledge/qna-search.ts';
import { finderRoutes } from './assistant/routes/finder.ts';
import { retrievalTestRoutes } from './assistant/routes/retrieval-test.ts';
import { synchronizeRoutes } from './assistant/routes/synchronizes.ts';
import { knowledgeDocumentRoutes } from './assistant/routes/knowledge-documents.ts';
import { rateCardRoutes } from './order/routes/rate-cards.ts';
import { publicPageRoutes } from './http/routes/public-pages.ts';
import { carrierHook } from './order/routes/carrier-hook.ts';
import { stripeWebhook } from './payment/routes/stripe-webhook.ts';
import { subscriptionRoutes } from './payment/routes/subscriptions.ts';
import { syncRoutes } from './spine/routes/sync.ts';
import { uploadRoutes } from './files/routes/uploads.ts';
import { userRoutes } from './account/routes/users.ts';
import { answerPages, serveScreens } from './http/static-files.ts';
import { addressOfRoute } from './http/route-addresses.ts';
import { cutCrumbs } from './http/crumbs.ts';
import { cutSlowBodies, timesOfConnections } from './http/slow-requests.ts';
import { shareCounts } from './http/shared-counts.ts';
import { attachSockets, type OpenNamespace } from './spine/sockets/attach.ts';
import { openChatNamespace, poChat, socketV1 } from './chat/sockets/chat-namespace.ts';
import { hintKnowledge } from './assistant/knowledge-hints.ts';
import { demoAccountsOf } from './demo/accounts.ts';
import { openPayments } from './payment/open-payments.ts';
import { planList } from './payment/plan-replies.ts';
import { deviceKnowledgeRoutes } from './assistant/routes/device-knowledge.ts';
import { cutUnreadBodies } from './http/unread-bodies.ts';
import { SECOND } from '#domain/ground/units.ts';
import { formFieldBytes } from './http/form-parts.ts';
import { attachmentBytes, attachmentsPerMessage } from '#domain/ground/attachments.ts';
import { pushBytes } from '#domain/spine/wire/sync.ts';

/** Most fields of a multipart form. */
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
    bodyLimit: 2 * pushBytes,
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
  endConnections(app, { lingerMs, graceMs: lastAnswersMs });
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
  const rights = new RightsWatch(deps);
  app.addHook('preClose', async () => rights.stop());
  watchCalls(app, rights);
  limitUsers(app, users);
  const { bodyBytesOfCaller: perCaller, bodyBytesOfAll: ofAll } = deps.config.allowed;
  const bodies = new ByteBudget({ perCaller, shareOfSmall: shareOfSmallBodies, ofAll });
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
      files: attachmentsPerMessage,
      fileSize: attachmentBytes - 1,
      fields: formFields,
      fieldSize: formFieldBytes,
      parts: attachmentsPerMessage + formFields,
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
      deviceKnowledgeRoutes(v1, deps);
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
  healthRoutes(app, deps, () => demoAccountsOf(deps));
  metricsRoutes(app, metrics, deps.config);

  const payments = openPayments(deps);
  publicPageRoutes(app, deps, { '/pricing': () => ({ plans: planList(payments) }) });
  await serveScreens(app, deps.distDir);
  answerPages(app, deps.distDir);
  attachSockets(app, { ...deps, users, handshakes, metrics, rights }, [
    ...[poChat, socketV1].map(
      (about): OpenNamespace =>
        (io, parts) =>
          openChatNamespace(io, parts, about),
    ),
    hintKnowledge,
  ]);
  return app;
}
