import { phoneFrom } from '#domain/account/contact.ts';
import { Refusal } from '#domain/ground/errors.ts';
import type { ProfileBody } from '#domain/spine/wire/own.ts';
import { cleanName } from '#domain/ground/text.ts';
import { countWithinHour } from './store/codes.ts';
import { writeProfile } from './store/profiles.ts';
import type { Tx } from '../database/db.ts';
import { queueJob } from '../jobs/queue-job.ts';
import { problemsOfPhone } from './accounts.ts';

export const renamesPerHour = 10; // by one user: each is an event in every room and order that shows the name

/**
 * Changes a user's own name, phone number and language. Their messages keep the name under which they were written; a
 * job brings the name to the rooms and orders that show the user as they are now.
 * @throws INVALID with the fields at fault; RATE_LIMITED after many changes of the name
 */
export async function changeProfile(tx: Tx, userId: string, body: ProfileBody): Promise<void> {
  const name = cleanName(body.display_name);
  const problems = [
    ...(name === '' ? [{ path: 'display_name', code: 'required' }] : []),
    ...problemsOfPhone(body.phone ?? undefined),
  ];
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const phone = phoneFrom(body.phone ?? '') ?? null;
  const isRenamed = await writeProfile(tx, userId, { name, phone, language: body.language });
  if (!isRenamed) return;
  const waitMs = await countWithinHour(tx, `names of ${userId}`, renamesPerHour);
  if (waitMs !== undefined) throw new Refusal('RATE_LIMITED', { retryAfterMs: waitMs });
  await queueJob(tx, 'bring_names', { userId }, { queue: 'names', key: `names of ${userId}` });
}
