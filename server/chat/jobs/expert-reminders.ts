import { HOUR, MINUTE } from '#domain/ground/units.ts';
import { sendEmail } from '../../mail/send-email.ts';
import { notificationToken } from '../store/notification-switch.ts';
import { noteReminders, reminderFor, unreadableWaits } from '../store/expert-reminders.ts';
import { keepSetAside } from '../../jobs/set-aside.ts';
import type { MailDeps } from '../../mail/mailer.ts';
import { queueJob } from '../../jobs/queue-job.ts';
import type { Db } from '../../database/db.ts';

/** E-mails to experts about waiting rooms. They contain the number of rooms, never content or names. */

/** Time a customer's message may stay unread before experts are e-mailed, and the least time between two e-mails. */
export const expertWaitMs = 15 * MINUTE;
export const expertEmailEveryMs = 1 * HOUR;

/**
 * Queues an e-mail to each expert for whom a room has waited too long: once per wait, and not more often than
 * `expertEmailEveryMs`.
 * @returns the number of e-mails
 */
export async function remindExperts(db: Db, now = new Date()): Promise<number> {
  await keepSetAside(db, 'remind_experts', await unreadableWaits(db));
  return await db.transaction().execute(async (tx) => {
    const readers = await noteReminders(tx, now, { waitMs: expertWaitMs, everyMs: expertEmailEveryMs });
    for (const userId of readers) await queueJob(tx, 'send_reminder', { userId });
    return readers.length;
  });
}

/**
 * Returns the tasks that send them. Nothing is sent if the messages were read or answered, or e-mails switched off,
 * meanwhile.
 */
export function expertTasks(deps: MailDeps) {
  return {
    send_reminder: async (payload: unknown) => {
      const { userId } = payload as { userId: string };
      const reminder = await reminderFor(deps.db, userId);
      if (reminder === undefined) return;
      const token = await notificationToken(deps.db, userId);
      await sendEmail(deps, 'waiting', reminder, { count: reminder.count, minutes: expertWaitMs / MINUTE, token });
    },
  };
}
