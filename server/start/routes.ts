import type { FastifyInstance } from 'fastify';
import type { AssistantDeps } from '../assistant/deps.ts';
import type { Metrics } from '../ground/metrics.ts';
import { DrawnDocuments } from '../documents/drawing/drawn-documents.ts';
import { accountRoutes, passwordRoutes } from '../account/routes/accounts.ts';
import { adminAuditRoutes } from '../account/routes/admin-audit.ts';
import { adminInvoiceRoutes } from '../payment/routes/admin-invoices.ts';
import { adminCompanyRoutes } from '../account/routes/admin-companies.ts';
import { adminModelRoutes } from '../assistant/routes/admin-model.ts';
import { assistantSettingsRoutes } from '../assistant/routes/assistant-settings.ts';
import { adminOrderListRoutes } from '../order/routes/admin-order-list.ts';
import { adminOrderRoutes } from '../order/routes/admin-orders.ts';
import { authRoutes } from '../account/routes/auth.ts';
import { botRoutes } from '../assistant/routes/bot.ts';
import { companyRoutes } from '../account/routes/company.ts';
import { consentRoutes } from '../account/routes/consent.ts';
import { contactRoutes } from '../account/routes/contact.ts';
import { devMailRoutes } from '../http/routes/dev-mail.ts';
import { deviceRoutes } from '../account/routes/devices.ts';
import { expertNotificationRoutes } from '../chat/routes/expert-notification.ts';
import { expertRoutes } from '../chat/routes/experts.ts';
import { fileRoutes } from '../chat/routes/files.ts';
import { healthRoutes } from '../http/routes/health.ts';
import { metricsRoutes } from '../http/routes/metrics.ts';
import { copyRoutes } from '../account/routes/copies.ts';
import { leavingRoutes } from '../account/routes/leaving.ts';
import { ownEmailRoutes } from '../account/routes/own-email.ts';
import { ownFileRoutes } from '../files/routes/own-files.ts';
import { chatSearchRoutes } from '../chat/routes/chat-search.ts';
import { orderAttachmentRoutes } from '../order/routes/order-attachments.ts';
import { orderColleagueRoutes } from '../order/routes/order-colleagues.ts';
import { orderParcelRoutes } from '../order/routes/order-parcels.ts';
import { orderDocumentRoutes } from '../order/routes/order-documents.ts';
import { orderRevisionRoutes } from '../order/routes/order-revisions.ts';
import { orderReportRoutes } from '../order/routes/order-reports.ts';
import { orderResultDeskRoutes } from '../order/routes/order-result-desk.ts';
import { poChatRoutes } from '../chat/routes/po-chats.ts';
import { poSystemRoutes } from '../order/routes/po-system.ts';
import { questionRecordRoutes } from '../assistant/routes/question-records.ts';
import { emptyCombinationRoutes } from '../assistant/routes/empty-combinations.ts';
import { qnaImportRoutes } from '../assistant/routes/qna-imports.ts';
import { questionTableRoutes } from '../assistant/routes/question-tables.ts';
import { qnaCategoryRoutes } from '../assistant/routes/qna-categories.ts';
import { knowledgeSearchRoutes } from '../assistant/routes/knowledge-search.ts';
import { qnaRoutes } from '../assistant/routes/qnas.ts';
import { qnaWriteRoutes } from '../assistant/routes/qna-writes.ts';
import { QnaSearch } from '../assistant/knowledge/qna-search.ts';
import { finderRoutes } from '../assistant/routes/finder.ts';
import { retrievalTestRoutes } from '../assistant/routes/retrieval-test.ts';
import { synchronizeRoutes } from '../assistant/routes/synchronizes.ts';
import { knowledgeDocumentRoutes } from '../assistant/routes/knowledge-documents.ts';
import { rateCardRoutes } from '../order/routes/rate-cards.ts';
import { publicPageRoutes } from '../http/routes/public-pages.ts';
import { carrierHook } from '../order/routes/carrier-hook.ts';
import { stripeWebhook } from '../payment/routes/stripe-webhook.ts';
import { subscriptionRoutes } from '../payment/routes/subscriptions.ts';
import { syncRoutes } from '../spine/routes/sync.ts';
import { uploadRoutes } from '../files/routes/uploads.ts';
import { userRoutes } from '../account/routes/users.ts';
import { demoAccountsOf } from '../demo/accounts.ts';
import { openPayments } from '../payment/open-payments.ts';
import { planList } from '../payment/plan-replies.ts';
import { deviceKnowledgeRoutes } from '../assistant/routes/device-knowledge.ts';

/** Registers all routes of the server, except those of the screens. */
export async function registerRoutes(app: FastifyInstance, deps: AssistantDeps, metrics: Metrics): Promise<void> {
  const documents = new DrawnDocuments();
  const qnas = new QnaSearch(deps.db);
  app.addHook('onClose', async () => qnas.stop());
  await app.register((v1) => registerV1(v1, { ...deps, documents, qnas }), { prefix: '/api/v1' });
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
}

/** Registers the routes of version 1 of the API. */
async function registerV1(
  v1: FastifyInstance,
  deps: AssistantDeps & { documents: DrawnDocuments; qnas: QnaSearch },
): Promise<void> {
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
  subscriptionRoutes(v1, deps);
  contactRoutes(v1, deps);
  adminAuditRoutes(v1, deps);
  adminCompanyRoutes(v1);
  adminInvoiceRoutes(v1, deps);
  adminOrderListRoutes(v1, deps);
  adminOrderRoutes(v1, deps);
  orderDocumentRoutes(v1, deps);
  orderRevisionRoutes(v1, deps);
  orderReportRoutes(v1, deps);
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
  qnaRoutes(v1, deps);
  qnaWriteRoutes(v1, deps);
  knowledgeSearchRoutes(v1, deps);
  synchronizeRoutes(v1, deps);
  retrievalTestRoutes(v1, deps);
  qnaCategoryRoutes(v1, deps);
  questionTableRoutes(v1, deps);
  knowledgeDocumentRoutes(v1, deps);
  await stripeWebhook(v1, deps);
  await carrierHook(v1, deps);
}
