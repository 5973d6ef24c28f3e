import { administersCompany } from '../../account/permissions.ts';
import type { User } from '../../account/users.ts';
import type { Order } from '../data/order.ts';
import { templateNameOf } from '../fields/template.ts';

type Editor = Pick<User, 'id' | 'role' | 'company_id'>;
type DraftOwners = Pick<Order, 'ownerId' | 'companyId' | 'doc' | 'colleagues'>;

/** Whether the user may discard this draft: its owner, and for a template also an administrator of its company. */
export function mayDiscardDraft(user: Editor, { ownerId, companyId, doc }: DraftOwners): boolean {
  if (ownerId === user.id) return true;
  return templateNameOf(doc) !== undefined && administersCompany(user) && user.company_id === companyId;
}

/** Whether the owner shares the draft with the user, who is still in the company of the order. */
export function isSharedWith({ id, company_id }: Editor, { companyId, colleagues = [] }: DraftOwners): boolean {
  if (companyId === null || companyId !== company_id) return false;
  return colleagues.some(({ userId, edits }) => edits && userId === id);
}

/** Whether the user may change the fields of this draft: who may discard it, and with whom it is shared. */
export function mayChangeDraft(user: Editor, draft: DraftOwners): boolean {
  return mayDiscardDraft(user, draft) || isSharedWith(user, draft);
}
