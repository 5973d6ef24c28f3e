import { nameNow } from '../../account/current-names.ts';
import { deletedName } from '../../account/users.ts';
import type { Order, OrderColleague } from '../data/order.ts';

/** Colleagues who edit a draft together with its owner, and who of them wrote what. See decision 0096. */

/** Returns the colleagues with whom the order is shared now, by name. */
export function editorsOf({ colleagues = [] }: Pick<Order, 'colleagues'>): OrderColleague[] {
  return colleagues.filter(({ edits }) => edits).sort((a, b) => (a.userName < b.userName ? -1 : 1));
}

/** Returns the id of the user who last wrote the value at a path, or cleared it; undefined where no user has. */
export function writerOf({ at, writers, ownerId }: Pick<Order, 'at' | 'writers' | 'ownerId'>, path: string) {
  return at[path] === undefined ? undefined : (writers?.[path] ?? ownerId);
}

/** Returns the name of the owner or of a colleague with whom the order is or was shared; undefined for others. */
export function writerName({ ownerId, ownerName, colleagues = [] }: Order, userId: string): string | undefined {
  return userId === ownerId ? ownerName : colleagues.find((each) => each.userId === userId)?.userName;
}

/** Colleagues with whom the order is shared from an event on: the whole list, with the position of the event. */
interface ColleagueList {
  colleagues: readonly { userId: string; userName: string }[];
  sseq: number;
}

/**
 * Applies a list of colleagues to an order: the newest list says who edits. Those of other lists stay with their names,
 * because values that they wrote may stay too.
 */
export function withColleagues(order: Order, { colleagues, sseq }: ColleagueList): Order {
  const isNewest = (order.at['colleagues'] ?? 0) <= sseq;
  const named = new Map((order.colleagues ?? []).map((each) => [each.userId, each]));
  if (isNewest) for (const [id, each] of named) named.set(id, { ...each, edits: false });
  for (const { userId, userName } of colleagues) {
    const before = named.get(userId);
    const name = before !== undefined && before.sseq > sseq ? before : { userName, sseq };
    const edits = isNewest || before?.edits === true;
    named.set(userId, colleagueNow(order, { userId, ...name, edits }));
  }
  return {
    ...order,
    colleagues: [...named.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1)),
    at: isNewest ? { ...order.at, colleagues: sseq } : order.at,
  };
}

/** Returns the colleagues with their current names. */
export function colleaguesNow(order: Order, colleagues: readonly OrderColleague[]): OrderColleague[] {
  return colleagues.map((each) => colleagueNow(order, each));
}

function colleagueNow(order: Order, colleague: OrderColleague): OrderColleague {
  const { userId, userName: name, sseq, edits } = colleague;
  const isDeleted = order.renamed?.[userId] !== undefined;
  return { ...colleague, userName: nameNow(order, userId, { name, sseq }), edits: edits && !isDeleted };
}

/** Returns the colleagues with a user's new name. */
export function colleaguesRenamed(colleagues: OrderColleague[], userId: string, userName: string): OrderColleague[] {
  return colleagues.map((each) => (each.userId === userId ? renamedTo(userName, each) : each));
}

/** Returns the colleague with a new name. A deleted account no longer edits. */
function renamedTo(userName: string, colleague: OrderColleague): OrderColleague {
  return { ...colleague, userName, edits: colleague.edits && userName !== deletedName };
}

/**
 * Records in the order itself who wrote a path. The owner is left out, because most orders have no other writer. The
 * caller must be the only holder of `writers`.
 */
export function noteWriter(order: Order, path: string, by: string): void {
  if (by !== order.ownerId) {
    order.writers = order.writers ?? {};
    order.writers[path] = by;
  } else if (order.writers?.[path] !== undefined) {
    delete order.writers[path];
    if (Object.keys(order.writers).length === 0) delete order.writers;
  }
}
