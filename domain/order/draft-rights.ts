import { administersCompany } from '../permissions.ts';
import type { User } from '../users.ts';
import type { Order } from './order.ts';
import { templateNameOf } from './template.ts';

/**
 * Whether the user may change and discard this draft: its owner, and for a template also an administrator of its
 * company.
 */
export function mayChangeDraft(
  user: Pick<User, 'id' | 'role' | 'company_id'>,
  { ownerId, companyId, doc }: Pick<Order, 'ownerId' | 'companyId' | 'doc'>,
): boolean {
  if (ownerId === user.id) return true;
  return templateNameOf(doc) !== undefined && administersCompany(user) && user.company_id === companyId;
}
