import type { FastifyInstance, FastifyRequest } from 'fastify';
import { storableText } from '#domain/text.ts';
import { inBothSpellings } from '../accounts/company-paths.ts';
import { unversioned } from './guards.ts';
import { keepAuditEntry } from '../store/people/audit-entries.ts';
import { networkOf } from '../network.ts';
import { noteRead } from './staff-reads.ts';

/**
 * What goes into the audit log: changes that other people may ask about later, by their route; and the try to choose what
 * only the server decides. Written before the answer leaves, so whoever was told that something is done finds it here.
 */
export const audited: Readonly<Record<string, string>> = {
  'POST /auth/create_user': 'invitation.made',
  ...inBothSpellings({
    'POST /company_users/invitations/:id/resend': 'invitation.sent_again',
    'DELETE /company_users/invitations/:id': 'invitation.withdrawn',
    'DELETE /company_users/:id': 'member.removed',
    'PUT /company_v2': 'company.changed',
  }),
  'PUT /users/me/password': 'password.changed',
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
};

/**
 * What staff read of customers, one entry for each of them, each object and each hour: which of a thousand pages of a talk
 * were turned tells nobody more. Devices of staff carry every open talk and order, which is one entry an hour too. What comes
 * through sockets is noted by `staff-reads.ts`.
 */
export const auditedReads: Readonly<Record<string, string>> = {
  'GET /conversations/:id': 'conversation.read',
  'GET /po-chats/rooms/:id': 'conversation.read',
  'GET /po_system/orders/:id/load': 'order.read',
  'GET /files/:id': 'file.read',
  'GET /sync/snapshot': 'all.synced',
  'POST /sync/pull': 'all.synced',
  'GET /users/email/:email': 'person.looked_up',
  'GET /admin-api/invoices': 'invoices.read',
  'GET /subscriptions/invoices/:id/pdf': 'invoice.read',
  ...inBothSpellings({
    'GET /company_v2': 'company.read',
    'GET /company_users': 'members.read',
    'GET /company_users/invitations': 'invitations.read',
  }),
};

/**
 * What a person is or has by the server's word alone. Where a route takes one of them, it has a rule for it; everywhere
 * else it is refused as every field that a route does not take, and who tried is noted.
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

/** Keeps the audit log of everything that goes through `app`. */
export function keepAudit(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const fields = chosen(request);
    if (fields.length > 0) await write(request, 'fields.refused', fields);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const route = `${request.method} ${unversioned(request.routeOptions.url ?? '')}`;
    const read = auditedReads[route.replace(/^HEAD /, 'GET ')];
    if (read !== undefined && reply.statusCode < 300) {
      await noteRead(request.server.db, request.session.person, {
        what: read,
        about: aboutOf(request),
        requestId: request.id,
      });
    }
    const what = audited[route];
    if (what !== undefined && reply.statusCode < 300 && !request.isRepeat) await write(request, what, []);
    return payload;
  });
}

/** The object of a read, as its address names it. */
function aboutOf({ params, query }: FastifyRequest): string | null {
  const { id, email } = params as { id?: string; email?: string };
  const { company_id: companyId } = (query ?? {}) as { company_id?: string | number };
  const about = id ?? email ?? companyId;
  return about === undefined ? null : storableText(String(about));
}

/** Fields the body has and the route does not take, of those nobody chooses. */
function chosen({ body, routeOptions }: FastifyRequest): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const shape = routeOptions.schema?.body as { properties?: object } | undefined;
  if (shape?.properties === undefined) return [];
  return Object.keys(body).filter((name) => decidedHere.has(name) && !Object.hasOwn(shape.properties ?? {}, name));
}

async function write(request: FastifyRequest, what: string, fields: string[]): Promise<void> {
  // On routes for everybody there is no session, whatever the type says.
  const session: FastifyRequest['session'] | undefined = request.session;
  const { id } = request.params as { id?: string };
  const isStranger = session === undefined;
  const entry = {
    what,
    actor: session?.person.id ?? null,
    about: id === undefined ? null : storableText(id),
    fields,
    request_id: request.id,
    network: isStranger ? networkOf(request.ip, 24) : null,
  };
  await keepAuditEntry(request.server.db, entry, what === 'fields.refused');
}
