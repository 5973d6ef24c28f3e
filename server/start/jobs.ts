import { type JobHelpers, Logger, run, type TaskList } from 'graphile-worker';
import { archiveOldEvents } from '../spine/log/archive.ts';
import { forgetCarrierEvents } from '../order/work/shipments-in-log.ts';
import { deleteOldConsents } from '../account/store/consents.ts';
import { deleteOldAuditEntries } from '../session/audit-entries.ts';
import { guestActor } from '../spine/log/once.ts';
import { forgetAnswersTo } from '../spine/log/write-keys.ts';
import { deleteOldOpenQuestions } from '../assistant/store/open-questions.ts';
import { forgetReminders } from '../chat/store/expert-reminders.ts';
import { deleteEndedSessions, forgetOldAnswers } from '../session/forget-old.ts';
import { deleteOldAttempts } from '../account/store/login-attempts.ts';
import type { Bus } from '../spine/bus/push.ts';
import type { Log } from '../ground/log.ts';
import { deleteOldCodes } from '../account/store/codes.ts';
import { deleteOldInvitations } from '../account/store/invitations.ts';
import { takeUnreported } from '../jobs/set-aside.ts';
import { forgetFinishedUploads } from '../files/store/own-files.ts';
import { deleteOldSignUps } from '../account/store/sign-ups.ts';
import { dropOrderFiles } from '../order/jobs/discarded-files.ts';
import { moveDueOrders } from '../order/jobs/due-orders.ts';
import { expertEmailEveryMs, expertTasks, remindExperts } from '../chat/jobs/expert-reminders.ts';
import { deleteOldCounts } from '../session/quotas.ts';
import { freeUnusedFiles } from '../files/store/freed-files.ts';
import { eraseFreedFiles, giveUpUploads } from '../files/freed-files.ts';
import { JobsPool } from '../jobs/pool.ts';
import { informAskers } from '../assistant/knowledge/inform-askers.ts';
import { deleteOldGuestRecords } from '../assistant/store/question-records.ts';
import { endCopies, makeCopy } from '../account/jobs/copies.ts';
import { priceTasks, remindOfPrices } from '../order/jobs/price-reminders.ts';
import { stepTasks } from '../order/jobs/step-mails.ts';
import { measureRun, resumeRuns, type SyncDeps } from '../assistant/knowledge/sync-run.ts';
import { type OrderFilesDeps, readOrderFiles } from '../order/jobs/order-files.ts';
import { deleteAccounts } from '../account/jobs/deletions.ts';
import { bringNames } from '../account/jobs/names.ts';
import { mailTasks } from '../account/jobs/account-mails.ts';
import { paymentTasks } from '../payment/jobs/payment-mails.ts';
import { issueDrafts } from '../payment/drafts.ts';
import { endAtProvider, renewAtProvider } from '../payment/provider-calls.ts';
import { deleteOldPayments, endSubscriptions, issueRenewals } from '../payment/renewals.ts';
import type { Payments } from '../payment/payments.ts';
import { draftInvoices } from '../payment/store/invoices.ts';
import { queueJob } from '../jobs/queue-job.ts';
import type { MailDeps } from '../mail/mailer.ts';
import { syncSilenceMs } from '../assistant/store/sync-runs.ts';

/** Queued and scheduled jobs. A job is a row, so it survives a crash and runs in one process only. */
export interface Jobs {
  stop(): Promise<void>;
}

/** Jobs of earlier versions of the product. One that is still queued ends without an effect. */
const retired = ['measure_settings', 'group_questions'];

/** A job that runs on a schedule. `log` is logged with the number that `run` returns, unless that is 0. */
type ScheduledJob = [cron: string, log: string, run: () => Promise<number>];

interface JobsDeps extends MailDeps {
  url: string;
  log: Log;
  filesDir: string;
  payments: Payments;
  bus: Bus;
  fileTexts: OrderFilesDeps['fileTexts'];
  hints: OrderFilesDeps['hints'];
  knowledge: SyncDeps['knowledge'];
}

/**
 * Starts the worker.
 * @param url database of the queue, the same one as `db`
 */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const { url, db, log } = deps;
  const scheduled = Object.entries(scheduledJobs(deps));
  const pool = new JobsPool(url, log);
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    crontab: scheduled.map(([name, [cron]]) => `${cron} ${name} ?max=3`).join('\n'),
    taskList: tasksOf(deps, scheduled),
    logger: new Logger(() => (level, text) => {
      if (level === 'error' || level === 'warning') log.warn({ from: 'jobs' }, text);
    }),
  });

  // A run that was measured when this server was killed goes on now, and not with the next scheduled job.
  const soon = setTimeout(() => {
    resumeRuns(db).catch((error: unknown) =>
      log.warn({ err: error }, 'interrupted syncs wait for the next scheduled look'),
    );
  }, syncSilenceMs);
  soon.unref();

  // The seller may have been set for this start.
  if ((await draftInvoices(db)).length > 0) await queueJob(db, 'issue_drafts', {}, { key: 'issue_drafts' });

  return {
    async stop() {
      clearTimeout(soon);
      await runner.stop();
      await pool.end();
    },
  };
}

/** Returns all jobs by their names. */
function tasksOf(deps: JobsDeps, scheduled: readonly [name: string, ScheduledJob][]): TaskList {
  const { db, log, filesDir, payments, bus, fileTexts, hints, knowledge } = deps;
  const { taxBp: bp, noTaxReason, timeZone } = payments.settings;
  return {
    ...mailTasks(deps),
    ...paymentTasks(deps, payments.settings),
    ...expertTasks(deps),
    ...priceTasks(deps, timeZone),
    ...stepTasks(deps, { bp, noTaxReason }),
    end_at_provider: (payload: unknown) => endAtProvider(payments, payload),
    renew_at_provider: (payload: unknown) => renewAtProvider(payments, payload),
    bring_names: async (payload: unknown) => {
      await bringNames({ db, hints }, (payload as { userId: string }).userId);
    },
    make_copy: (payload: unknown) => makeCopy(db, filesDir, payload),
    sync_knowledge: (payload: unknown, { abortSignal }: JobHelpers) =>
      measureRun({ db, knowledge, log }, payload, abortSignal),
    drop_order_files: (payload: unknown) => dropOrderFiles({ db, bus }, payload),
    read_order_files: async (payload: unknown) => {
      await readOrderFiles({ db, fileTexts, hints }, payload);
      await dropOrderFiles({ db, bus }, payload);
    },
    ...Object.fromEntries(retired.map((name) => [name, () => undefined])),
    ...Object.fromEntries(
      scheduled.map(([name, [, text, work]]) => [name, async () => report(deps, text, await work())]),
    ),
  };
}

/** Logs what a scheduled job has done, and what jobs have set aside. */
async function report({ db, log }: JobsDeps, what: string, count: number): Promise<void> {
  if (count > 0) log.info({ count }, what);
  for (const aside of await takeUnreported(db)) log.warn({ ...aside }, 'a job has set something aside');
}

/** The jobs that run on a schedule, by their names. */
function scheduledJobs({ db, bus, filesDir, payments, hints, productName }: JobsDeps): Record<string, ScheduledJob> {
  return {
    tell_askers: [
      '*/5 * * * *',
      'askers told of checked answers',
      () => informAskers({ db, hints, assistantName: `${productName}_Bot` }),
    ],
    delete_old_guest_records: ['17 4 * * *', 'old questions of guests deleted', () => deleteOldGuestRecords(db)],
    forget_old_answers: ['17 3 * * *', 'answers forgotten', () => forgetOldAnswers(db)],
    forget_carrier_events: ['22 3 * * *', 'events of carriers forgotten', () => forgetCarrierEvents(db)],
    delete_ended_sessions: ['27 3 * * *', 'ended sessions deleted', () => deleteEndedSessions(db)],
    archive_old_events: ['47 3 * * *', 'events archived', () => archiveOldEvents(db)],
    delete_old_attempts: ['37 * * * *', 'login attempts deleted', () => deleteOldAttempts(db)],
    delete_old_open_questions: [
      '47 * * * *',
      'open questions no longer counted',
      async () => {
        // The answers that were stored for repeats.
        await forgetAnswersTo(db, guestActor);
        return await deleteOldOpenQuestions(db);
      },
    ],
    erase_freed_files: ['*/5 * * * *', 'files erased', () => eraseFreedFiles(db, filesDir)],
    expire_uploads: ['12 * * * *', 'uploads given up', () => giveUpUploads(db, filesDir)],
    free_unused_files: ['32 3 * * *', 'unused files freed', () => freeUnusedFiles(db)],
    delete_old_counts: ['42 3 * * *', 'counts of past days deleted', () => deleteOldCounts(db)],
    delete_old_codes: ['7 * * * *', 'codes deleted', () => deleteOldCodes(db)],
    delete_old_sign_ups: ['57 3 * * *', 'sign-ups deleted', () => deleteOldSignUps(db)],
    delete_old_invitations: ['7 4 * * *', 'invitations deleted', () => deleteOldInvitations(db)],
    forget_finished_uploads: ['17 4 * * *', 'finished uploads forgotten', () => forgetFinishedUploads(db)],
    delete_old_consents: ['7 4 * * *', 'choices about cookies deleted', () => deleteOldConsents(db)],
    delete_old_paying: ['7 4 * * *', 'payment keys and events deleted', () => deleteOldPayments(db)],
    delete_old_audit_entries: ['27 4 * * *', 'audit entries deleted', () => deleteOldAuditEntries(db)],
    remind_experts: ['*/5 * * * *', 'e-mails to experts', () => remindExperts(db)],
    forget_reminders: ['37 4 * * *', 'ended waits forgotten', () => forgetReminders(db, expertEmailEveryMs)],
    end_subscriptions: ['*/15 * * * *', 'subscriptions ended', () => endSubscriptions(payments)],
    issue_renewals: ['22 */6 * * *', 'invoices for another month', () => issueRenewals(payments)],
    issue_drafts: ['*/10 * * * *', "invoices issued that waited for the seller's details", () => issueDrafts(payments)],
    expire_quotes: ['*/10 * * * *', 'prices no longer binding', () => moveDueOrders({ db, bus }, 'expire_quotes')],
    confirm_receipts: [
      '52 * * * *',
      'shipped orders that count as received',
      () => moveDueOrders({ db, bus }, 'confirm_receipts'),
    ],
    remind_of_prices: ['42 * * * *', 'e-mails about prices', () => remindOfPrices(db)],
    resume_syncs: ['* * * * *', 'silent syncs of the knowledge base', () => resumeRuns(db)],
    delete_accounts: ['13 5 * * *', 'accounts deleted', () => deleteAccounts(db)],
    bring_all_names: ['2 5 * * *', 'old names replaced', () => bringNames({ db, hints })],
    end_copies: ['27 * * * *', 'copies of data deleted', () => endCopies(db, filesDir)],
  };
}
