import { Logger, run } from 'graphile-worker';
import { archiveOldEvents } from '../store/sync/archive.ts';
import { deleteOldConsents } from '../store/users/consents.ts';
import { deleteOldAuditEntries } from '../store/users/audit-entries.ts';
import { deleteOldOpenQuestions } from '../store/users/open-questions.ts';
import { forgetReminders } from '../store/chat/expert-reminders.ts';
import { deleteEndedSessions, deleteOldAttempts, forgetOldAnswers } from '../store/system/expiry.ts';
import type { Log } from '../log.ts';
import { deleteOldCodes } from '../store/users/codes.ts';
import { deleteOldInvitations } from '../store/users/invitations.ts';
import { untold } from '../store/system/set-aside.ts';
import { forgetFinishedUploads } from '../store/files/own-files.ts';
import { deleteOldSignUps } from '../store/users/sign-ups.ts';
import { expertTasks, remindExperts } from './expert-reminders.ts';
import { deleteOldCounts } from '../store/files/quotas.ts';
import { freeUnusedFiles } from '../store/files/erase.ts';
import { eraseFreedFiles, giveUpUploads } from './freed-files.ts';
import { endCopies, makeCopy } from './copies.ts';
import { deleteAccounts } from './deletions.ts';
import { mailTasks } from '../mail/email-jobs.ts';
import { paymentTasks } from '../payments/payment-email-jobs.ts';
import { endAtProvider, renewAtProvider } from '../payments/provider-calls.ts';
import { deleteOldPayments, endSubscriptions, issueRenewals } from '../payments/renewals.ts';
import type { Payments } from '../payments/payments.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Db } from '../store/system/db.ts';

/** Queued and scheduled jobs. A job is a row, so it survives a crash and runs in one process only. */
export interface Jobs {
  stop(): Promise<void>;
}

const timetable = `
17 3 * * * forget_old_answers ?max=3
27 3 * * * delete_ended_sessions ?max=3
47 3 * * * archive_old_events ?max=3
37 * * * * delete_old_attempts ?max=3
47 * * * * delete_old_open_questions ?max=3
*/5 * * * * erase_freed_files ?max=3
12 * * * * expire_uploads ?max=3
32 3 * * * free_unused_files ?max=3
42 3 * * * delete_old_counts ?max=3
7 * * * * delete_old_codes ?max=3
57 3 * * * delete_old_sign_ups ?max=3
7 4 * * * delete_old_invitations ?max=3
17 4 * * * forget_finished_uploads ?max=3
7 4 * * * delete_old_consents ?max=3
7 4 * * * delete_old_paying ?max=3
27 4 * * * delete_old_audit_entries ?max=3
*/5 * * * * remind_experts ?max=3
37 4 * * * forget_reminders ?max=3
*/15 * * * * end_subscriptions ?max=3
22 */6 * * * issue_renewals ?max=3
13 5 * * * delete_accounts ?max=3
27 * * * * end_copies ?max=3
`;

interface JobsDeps {
  url: string;
  db: Db;
  log: Log;
  filesDir: string;
  mailer: Mailer;
  productName: string;
  publicUrl: string;
  payments: Payments;
}

/**
 * Starts the worker.
 * @param url database of the queue, the same one as `db`
 */
export async function startJobs({ url, db, log, filesDir, payments, ...mail }: JobsDeps): Promise<Jobs> {
  const runner = await run({
    connectionString: url,
    concurrency: 2,
    maxPoolSize: 4,
    noHandleSignals: true,
    crontab: timetable,
    taskList: {
      ...mailTasks({ db, ...mail }),
      ...paymentTasks({ db, ...mail }, payments.settings.contactTo),
      ...expertTasks({ db, ...mail }),
      end_at_provider: (payload: unknown) => endAtProvider(payments, payload),
      renew_at_provider: (payload: unknown) => renewAtProvider(payments, payload),
      end_subscriptions: async () => report('subscriptions ended', await endSubscriptions(payments)),
      issue_renewals: async () => report('invoices for another month', await issueRenewals(payments)),
      make_copy: (payload: unknown) => makeCopy(db, filesDir, payload),
      end_copies: async () => report('copies of data deleted', await endCopies(db, filesDir)),
      delete_accounts: async () => report('accounts deleted', await deleteAccounts(db)),
      delete_old_paying: async () => report('payment keys and events deleted', await deleteOldPayments(db)),
      forget_old_answers: async () => report('answers forgotten', await forgetOldAnswers(db)),
      delete_old_attempts: async () => report('login attempts deleted', await deleteOldAttempts(db)),
      delete_old_audit_entries: async () => report('audit entries deleted', await deleteOldAuditEntries(db)),
      delete_old_open_questions: async () =>
        report('open questions no longer counted', await deleteOldOpenQuestions(db)),
      delete_ended_sessions: async () => report('ended sessions deleted', await deleteEndedSessions(db)),
      archive_old_events: async () => report('events archived', await archiveOldEvents(db)),
      remind_experts: async () => report('letters to experts', await remindExperts(db)),
      forget_reminders: async () => report('waits that are over forgotten', await forgetReminders(db)),
      delete_old_codes: async () => report('codes deleted', await deleteOldCodes(db)),
      delete_old_sign_ups: async () => report('sign-ups deleted', await deleteOldSignUps(db)),
      delete_old_invitations: async () => report('invitations deleted', await deleteOldInvitations(db)),
      forget_finished_uploads: async () => report('finished uploads forgotten', await forgetFinishedUploads(db)),
      delete_old_consents: async () => report('choices about cookies deleted', await deleteOldConsents(db)),
      expire_uploads: async () => report('uploads given up', await giveUpUploads(db, filesDir)),
      free_unused_files: async () => report('unused files freed', await freeUnusedFiles(db)),
      delete_old_counts: async () => report('counts of past days deleted', await deleteOldCounts(db)),
      erase_freed_files: async () => report('files erased', await eraseFreedFiles(db, filesDir)),
    },
    logger: new Logger(() => (level, text) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, text);
    }),
  });

  async function report(what: string, count: number): Promise<void> {
    if (count > 0) log.info({ count }, what);
    for (const aside of await untold(db)) log.warn({ ...aside }, 'a job has set something aside');
  }

  return { stop: () => runner.stop() };
}
