import { end } from '../../payment/activate-subscription.ts';
import { othersIn } from '../store/companies.ts';
import { closeAccount, dueDeletions } from '../store/deletion.ts';
import { forgetAnswers, forgetUser } from '../store/forget-user.ts';
import { actorOf } from '../../session/users.ts';
import { forgetInStream, streamsWith } from '../work/user-in-log.ts';
import { eachApart } from '../../jobs/set-aside.ts';
import { currentOf, lockOwner, type Owner } from '../../payment/store/subscriptions.ts';
import type { Db, Tx } from '../../database/db.ts';

/**
 * Deletes accounts after their grace period; decision 0062 says what is kept and why. The next run resumes one that was
 * interrupted. An account whose deletion fails is set aside, and the others are deleted.
 * @returns the number of deleted accounts
 */
export async function deleteAccounts(db: Db): Promise<number> {
  return await eachApart(db, 'delete_accounts', await dueDeletions(db), String, async (id) => {
    if (!(await db.transaction().execute((tx) => close(tx, id)))) return;
    for (const stream of await streamsWith(db, id)) await forgetInStream(db, id, stream);
    await forgetAnswers(db, id);
    await db.transaction().execute((tx) => forgetUser(tx, id));
  });
}

/** Ends the account's rights and subscription. @returns false when the deletion was canceled */
async function close(tx: Tx, id: string): Promise<boolean> {
  await lockOwner(tx, { userId: id, companyId: null });
  const user = await actorOf(tx, id);
  if (!(await closeAccount(tx, id))) return false;
  await endPlans(tx, { userId: id, companyId: null });
  const companyId = user?.company_id ?? null;
  if (companyId === null) return true;
  await lockOwner(tx, { userId: id, companyId });
  if ((await othersIn(tx, companyId, id)) === 0) await endPlans(tx, { userId: id, companyId });
  return true;
}

async function endPlans(tx: Tx, owner: Owner): Promise<void> {
  const { running, pending } = await currentOf(tx, owner);
  for (const each of [running, pending]) if (each !== undefined) await end(tx, each);
}
