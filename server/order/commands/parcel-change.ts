import { Refusal } from '#domain/ground/errors.ts';
import { allowedParcelSteps, parcelsOf, problemsWithParcel } from '#domain/order/life/parcels.ts';
import { command } from '../../spine/work/rules.ts';
import { orders } from '../parts/orders.ts';
import { refuseTooMuch } from '../work/order-limit.ts';
import { readableOrder, roleIn } from '../work/order-role.ts';

/** Takes a parcel of an order one step on, by the table in `domain/order/life/parcels.ts`. */
export const parcelChange = command('parcel.change', {
  uses: { orders },
  needs: ({ args }) => ({ orders: [{ id: args.orderId }] }),
  decide(work, { args }) {
    const { actor } = work;
    const { orderId, parcelId, step, ...details } = args;
    const order = readableOrder(work, orderId);
    const role = roleIn(order, actor);
    if (role === undefined) throw new Refusal('FORBIDDEN');
    const parcel = parcelsOf(order).find(({ id }) => id === parcelId);
    const allowed = allowedParcelSteps(order.status, parcel, role === 'customer' ? 'customer' : 'staff');
    if (!allowed.includes(step)) throw new Refusal('ILLEGAL_TRANSITION', { from: parcel?.state ?? null, allowed });
    const problems = problemsWithParcel(step, details, parcel);
    if (problems.length > 0) throw new Refusal('INVALID', problems);
    const entry = { parcelId, step, ...details, by: actor.id, byName: actor.name, at: work.at };
    refuseTooMuch(work, parcelsOf(order), [entry]);
    work.append(`order:${orderId}`, 'parcel.changed', { orderId, entry }, true);
    return { parcelId, state: step };
  },
});
