import type { Command } from '#domain/spine/commands.ts';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { type FieldProblem, Refusal } from '#domain/ground/errors.ts';
import { type Json, canonicalJson } from '#domain/ground/json.ts';
import { problemWithChange } from '#domain/order/fields/change.ts';
import type { FieldConflict, Order } from '#domain/order/data/order.ts';
import { problemWithSize } from '#domain/order/data/size.ts';
import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { templateNameOf, templatePath } from '#domain/order/fields/template.ts';
import { versionKeyOf } from '#domain/order/data/version-key.ts';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import { mayReadOrder } from '../store/orders.ts';
import { refuseTooLarge } from '../work/order-limit.ts';
import type { CommandRecord } from '../../spine/work/part.ts';
import { command, type Work } from '../../spine/work/rules.ts';
import { orders } from '../parts/orders.ts';
import type { Actor } from '../../session/users.ts';

/**
 * Changes fields of a draft. A field that another user has changed since keeps its value, and both values are shown as
 * a conflict: engineering values are never overwritten silently.
 */
export const orderPatch = command('order.patch', {
  uses: { orders },
  needs: ({ args }) => ({ orders: [{ id: args.orderId, mayBeNew: true }] }),
  decide(work, sent) {
    const { args } = sent;
    const order = work.orders.get(args.orderId);
    // Checked before the order is looked up: without the pass, the reply is the same for every id.
    if (!hasNavigatorPass(work.actor)) throw new Refusal('FORBIDDEN');
    if (order === undefined) {
      work.spend('ordersPerDay');
      work.spend('draftOrders');
    } else {
      mayEdit(work, order, args);
      refuseOtherKind(order, args);
    }
    refuseProblems(sent);
    const stream = `order:${args.orderId}`;
    const draft = order ?? newOrder(work, args.orderId);
    if (order === undefined) work.append(stream, 'order.created', { order: draft }, true);
    const { changes, conflicts } = sorted(draft, sent, work.actor.id);
    refuseSize(work, draft, changes);
    refuseTooLarge(work, draft, { changes, others: conflicts });
    if (changes.length > 0) {
      const patch = { orderId: draft.id, by: work.actor.id, at: work.at, changes };
      work.append(stream, 'order.patched', patch, true);
    }
    if (conflicts.length > 0) {
      work.append(stream, 'order.field_conflict', { orderId: draft.id, at: work.at, conflicts }, true);
    }
    return { number: draft.number, conflicts: conflicts.map(({ path }) => path) };
  },
});

type OrdersWork = Work<{ orders: typeof orders }>;

/**
 * Returns the order if the actor may change it.
 * @throws Refusal NOT_FOUND for others, which does not reveal that it exists
 */
function mayEdit({ actor }: CommandRecord, order: Order, { changes }: CommandArgs<'order.patch'>): void {
  if (!mayReadOrder(actor, order)) throw new Refusal('NOT_FOUND');
  if (!mayChangeDraft(actor, order)) refuseUnshared(actor, order);
  if (order.status === 'draft') return;
  const fields = changes.map(({ path }) => path);
  throw new Refusal('ILLEGAL_TRANSITION', { from: order.status, allowed: [], fields });
}

/** @throws Refusal FORBIDDEN, with the rule for a colleague with whom it is not shared any more */
function refuseUnshared({ id }: Pick<Actor, 'id'>, { colleagues = [] }: Order): never {
  if (!colleagues.some(({ userId }) => userId === id)) throw new Refusal('FORBIDDEN');
  const message = 'The owner of this draft no longer shares it with you. What you typed was not written into it.';
  throw new Refusal('FORBIDDEN', { rule: 'NOT_SHARED' }, message);
}

/** @throws Refusal where a change would make an order that exists a template */
function refuseOtherKind({ doc }: Order, { changes }: CommandArgs<'order.patch'>): void {
  if (templateNameOf(doc) === undefined && changes.some(({ path }) => path === templatePath))
    throw new Refusal('INVALID', [{ path: templatePath, code: 'NOT_A_TEMPLATE' }]);
}

function refuseProblems({ args }: Command<'order.patch'>): void {
  const problems = args.changes
    .map(({ path, value }): FieldProblem | undefined =>
      /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.includes('__proto__')
        ? problemWithChange(path, asJson(value))
        : { path, code: 'UNKNOWN_FIELD' },
    )
    .filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
}

function refuseSize(work: OrdersWork, order: Order, changes: readonly { path: string; value: Json }[]): void {
  const size = work.orders.sizeOf(order);
  const { tests, fields } = size.growthBy(order, changes);
  const problem = problemWithSize({ tests: size.doc.tests + tests, fields: size.doc.fields + fields }, size.doc);
  if (problem !== undefined) throw new Refusal('INVALID', [problem]);
}

/**
 * Splits changes into those that apply and conflicts with values the user has not seen. An equal value only updates the
 * version; that of coupled fields it leaves, because it says nothing about the others, which the user may not have seen.
 */
function sorted(order: Order, { args, cmdId }: Command<'order.patch'>, by: string) {
  const changes: { path: string; value: Json; ver: string }[] = [];
  const conflicts: Omit<FieldConflict, 'sseq'>[] = [];
  for (const change of args.changes) {
    const value = asJson(change.value);
    const theirs = order.doc[change.path] ?? null;
    const key = versionKeyOf(change.path);
    const seen = (order.vers[key] ?? null) === change.base;
    const isSame = canonicalJson(value) === canonicalJson(theirs);
    if (seen || (isSame && key === change.path)) changes.push({ path: change.path, value, ver: cmdId });
    else if (!isSame) conflicts.push({ path: change.path, mine: value, theirs, by });
  }
  return { changes, conflicts };
}

/** Types a parsed JSON value. A missing value clears the field. */
function asJson(value: unknown): Json {
  return isJson(value) ? value : null;
}

function isJson(value: unknown): value is Json {
  return value !== undefined;
}

function newOrder(work: OrdersWork, id: string): Order {
  const { actor, at } = work;
  return {
    id,
    number: work.orders.numberFor(id),
    ownerId: actor.id,
    ownerName: actor.name,
    companyId: actor.company_id,
    status: 'draft',
    doc: {},
    vers: {},
    conflicts: [],
    quote: null,
    history: [{ from: null, to: 'draft', event: 'SAVE', by: actor.id, byName: actor.name, at, reason: null, sseq: 1 }],
    createdAt: at,
    updatedAt: at,
    at: {},
    sseq: 1,
  };
}
