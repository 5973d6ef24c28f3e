import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUuid } from '#domain/ground/ids.ts';
import { storableText } from '#domain/ground/text.ts';
import { inBothSpellings } from './company-paths.ts';
import { unversioned } from './guards.ts';
import { keepAuditEntry } from '../session/audit-entries.ts';
import { networkOf } from '../ground/network.ts';
import { noteRead } from './staff-reads.ts';

/**
 * Writes for the audit log, by route: changes that others may ask about later, and attempts to set server-owned fields.
 * An entry is written before the reply is sent.
 */
export const auditedRoutes: Readonly<Record<string, string>> = {
  'POST /auth/create_user': 'invitation.made',
  ...inBothSpellings({
    'POST /company_users/invitations/:id/resend': 'invitation.sent_again',
    'DELETE /company_users/invitations/:id': 'invitation.withdrawn',
    'PUT /company_users/:id': 'member.role_changed',
    'DELETE /company_users/:id': 'member.removed',
    'PUT /company_v2': 'company.changed',
  }),
  'PUT /users/me/profile': 'profile.changed',
  'PUT /users/me/password': 'password.changed',
  'POST /users/me/email': 'email.change_asked_for',
  'POST /auth/confirm-password': 'password.set_by_code',
  'POST /users/me/deletion': 'account.deletion_asked',
  'POST /users/me/copies': 'copy.asked_for',
  'DELETE /users/me/deletion': 'account.kept',
  'DELETE /users/me/devices': 'devices.ended',
  'DELETE /users/me/devices/:id': 'device.ended',
  'POST /subscriptions/subscribe': 'plan.asked_for',
  'POST /subscriptions/subscribe_v2': 'plan.asked_for',
  'POST /subscriptions/cancel_subscription': 'plan.cancelled',
  'POST /admin-api/invoices/:id/paid': 'invoice.paid',
  'POST /admin-api/invoices/:id/void': 'invoice.void',
  'POST /admin-api/model/test': 'model.tested',
  'POST /admin-api/assistant_settings': 'assistant.settings_saved',
  'POST /admin-api/rate_cards': 'prices.changed',
  'POST /qnas/imports': 'qnas.import_checked',
  'POST /qnas/imports/:id/commit': 'qnas.imported',
  'POST /qnas/imports/:id/undo': 'qnas.import_undone',
  'POST /admin-api/records/decisions': 'questions.dealt_with',
  'DELETE /admin-api/records/decisions/:id': 'questions.reopened',
  'POST /experts/messages/:id/approve': 'reply.approved',
  'POST /qnas': 'knowledge.added',
  'PUT /qnas/:id': 'knowledge.changed',
  'DELETE /qnas/:id': 'knowledge.removed',
  'POST /qnas/:id/stop': 'knowledge.stopped',
  'POST /qnas/:id/resume': 'knowledge.resumed',
  'POST /qnas/:id/versions/:version/restore': 'knowledge.restored',
  'POST /qnas/publish': 'knowledge.published',
  'POST /qnas/category_changes': 'knowledge.category_changed',
  'POST /qnas/category_changes/:id/undo': 'knowledge.category_undone',
  'POST /admin-api/finder_trees/:id': 'finder.changed',
  'POST /admin-api/knowledge/questions': 'knowledge.question_added',
  'DELETE /admin-api/knowledge/questions/:id': 'knowledge.question_removed',
  'POST /admin-api/knowledge/questions/csv': 'knowledge.questions_imported',
  'POST /qnas/synchronizes': 'knowledge.sync_started',
  'DELETE /qnas/synchronizes/:id': 'knowledge.sync_cancelled',
  'POST /qnas/synchronizes/:id/take_over': 'knowledge.synced',
  'POST /qnas/synchronizes/rollback': 'knowledge.rolled_back',
  'POST /admin-api/knowledge_documents': 'document.added',
  'DELETE /admin-api/knowledge_documents/:id': 'document.removed',
  'POST /admin-api/knowledge_documents/:id/qnas': 'document.used',
  'POST /admin-api/knowledge_documents/:id/left_out': 'document.used',
  'POST /admin-api/companies/:id/open_credit': 'company.credit_changed',
  'POST /admin-api/po_system/order_command': 'order.commanded',
  'POST /admin-api/po_orders/orders/:id/notes': 'order.noted',
  'POST /admin-api/po_orders/orders/:id/expert': 'order.assigned',
  'POST /admin-api/po_orders/orders/:id/parcels': 'order.parcel_changed',
  'POST /admin-api/po_orders/orders/:id/attachments': 'order.file_added',
  'DELETE /admin-api/po_orders/orders/:id/attachments/:attachmentId': 'order.file_removed',
  'POST /admin-api/po_orders/orders/:id/cells': 'order.cells_marked',
  'POST /admin-api/po_orders/orders/:id/test_reports': 'order.report_added',
  'DELETE /admin-api/po_orders/orders/:id/test_reports/:reportId': 'order.report_removed',
  'POST /admin-api/po_orders/orders/:id/test_reports/publish': 'order.reports_published',
  'POST /admin-api/po_orders/orders/:id/test_reports/:reportId/withdraw': 'order.report_withdrawn',
  'DELETE /admin-api/po-orders/orders/:id/attachments/:attachmentId': 'order.file_removed',
};

/**
 * Reads of customer data by staff: one entry per user, object and hour, because single pages of a room add no
 * information. Devices of staff pull all open rooms and orders, which is one entry per hour too. `staff-reads.ts`
 * records what sockets deliver.
 */
export const auditedReads: Readonly<Record<string, string>> = {
  'GET /conversations/:id': 'conversation.read',
  'GET /po-chats/rooms/:id': 'conversation.read',
  'GET /experts/messages/:id/draft': 'conversation.read',
  'GET /admin-api/records': 'questions.listed',
  'GET /admin-api/records/export': 'questions.exported',
  'GET /admin-api/records/:id/turns': 'questions.read',
  'GET /admin-api/records/groups': 'questions.listed',
  'GET /admin-api/records/groups/export': 'questions.exported',
  'GET /admin-api/records/groups/:id': 'questions.read',
  'GET /admin-api/records/checks': 'questions.listed',
  'GET /po_system/orders/:id/load': 'order.read',
  'GET /po_system/view_single_order': 'order.read',
  'GET /po_system/orders/:id/attachments': 'order.read',
  'GET /po_system/orders/:id/parcels': 'order.read',
  'GET /po_system/orders/:id/test_reports': 'order.read',
  'GET /orders/:id/test_reports': 'order.read',
  'GET /po_system/orders/:id/test_reports/:reportId/download': 'file.read',
  'GET /po_system/orders/:id/labels/pdf': 'order.read',
  'GET /admin-api/po_orders/orders/:id/test_reports': 'order.read',
  'GET /users/orders/:id/attachments': 'order.read',
  'GET /users/orders/:id/attachments/:attachmentId/download': 'file.read',
  'GET /po_system/orders/:id/revisions': 'order.read',
  'GET /po_system/orders/:id/quote/pdf': 'order.read',
  'GET /po_system/orders/:id/invoice/pdf': 'invoice.read',
  'GET /po_system/orders/:id/credit_note/pdf': 'invoice.read',
  'GET /po_system/orders/:id/record': 'order.read',
  'GET /files/:id': 'file.read',
  'GET /sync/snapshot': 'all.synced',
  'POST /sync/pull': 'all.synced',
  'GET /users/email/:email': 'person.looked_up',
  'GET /admin-api/invoices': 'invoices.read',
  'GET /admin-api/po_orders/orders': 'orders.listed',
  'GET /admin-api/po_orders/orders/export': 'orders.exported',
  'GET /admin-api/po_orders/orders/:id': 'order.read',
  'GET /admin-api/po_orders/orders/:id/attachments': 'order.read',
  'POST /admin-api/rate_cards/preview': 'orders.priced',
  'GET /qnas/xlsx': 'qnas.exported',
  'GET /subscriptions/invoices/:id/pdf': 'invoice.read',
  ...inBothSpellings({
    'GET /company_v2': 'company.read',
    'GET /company_users': 'members.read',
    'GET /company_users/invitations': 'invitations.read',
  }),
};

/**
 * Server-owned fields of a user. Routes that accept one of them have a rule for it. All others refuse it like any
 * unknown field, and the attempt is recorded.
 */
const decidedHere = new Set([
  'role',
  'status',
  'company_id',
  'plan_name',
  'subscription',
  'sub_status',
  'question_limit',
  'question_usage',
  'isAdmin',
  'flags',
  'permissions',
]);

/** Writes the audit log for all requests of `app`. */
export function keepAudit(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const fields = chosen(request);
    if (fields.length > 0) await write(request, 'fields.refused', fields);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const route = `${request.method} ${unversioned(request.routeOptions.url ?? '')}`;
    const read = auditedReads[route.replace(/^HEAD /, 'GET ')];
    if (read !== undefined && reply.statusCode < 300) {
      await noteRead(request.server.db, request.session.user, {
        what: read,
        about: aboutOf(request),
        requestId: request.id,
      });
    }
    const what = auditedRoutes[route];
    if (what !== undefined && reply.statusCode < 300 && !request.isRepeat) await write(request, what, []);
    return payload;
  });
}

/** Returns the object of a read, from its path or query. */
function aboutOf({ params, query }: FastifyRequest): string | null {
  const { attachmentId, reportId, id, email } = params as Record<string, string | undefined>;
  const { company_id: companyId, order_id: orderId } = (query ?? {}) as {
    company_id?: string | number;
    order_id?: string;
  };
  const about = attachmentId ?? reportId ?? id ?? email ?? orderId ?? companyId;
  return about === undefined ? null : storableText(String(about));
}

/** Returns the server-owned fields in a body that the route does not accept. */
function chosen({ body, routeOptions }: FastifyRequest): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const shape = routeOptions.schema?.body as { properties?: object } | undefined;
  if (shape?.properties === undefined) return [];
  return Object.keys(body).filter((name) => decidedHere.has(name) && !Object.hasOwn(shape.properties ?? {}, name));
}

/** Returns the order that a body names: the call about a status has no id in its path. */
function orderIn(body: unknown): string | undefined {
  const named: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'order_id') : undefined;
  const id = String(named).toLowerCase();
  return isUuid(id) ? id : undefined;
}

async function write(request: FastifyRequest, what: string, fields: string[]): Promise<void> {
  // Public routes have no session, despite the type.
  const session: FastifyRequest['session'] | undefined = request.session;
  const { id } = request.params as { id?: string };
  const isRefused = what === 'fields.refused';
  // Refused attempts are merged, also those at ids that the caller has made up.
  const about = isRefused ? undefined : (id ?? orderIn(request.body));
  const isStranger = session === undefined;
  const entry = {
    what,
    actor: session?.user.id ?? null,
    about: about === undefined ? null : storableText(about),
    fields,
    request_id: request.id,
    network: isStranger ? networkOf(request.ip, 24) : null,
  };
  await keepAuditEntry(request.server.db, entry, isRefused);
}
