import { type JobHelpers, Logger, run } from 'graphile-worker';
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
import type { Bus } from '../spine/bus/bus.ts';
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
import { freeUnusedFiles } from '../files/store/erase.ts';
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
import { mailTasks } from '../account/jobs/mails.ts';
import { paymentTasks } from '../payment/jobs/mails.ts';
import { issueDrafts } from '../payment/drafts.ts';
import { endAtProvider, renewAtProvider } from '../payment/provider-calls.ts';
import { deleteOldPayments, endSubscriptions, issueRenewals } from '../payment/renewals.ts';
import type { Payments } from '../payment/payments.ts';
import { draftInvoices } from '../payment/store/invoices.ts';
import { queueJob } from '../jobs/queue-job.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Db } from '../database/db.ts';
import { syncSilenceMs } from '../assistant/store/sync-runs.ts';

/** Queued and scheduled jobs. A job is a row, so it survives a crash and runs in one process only. */
export interface Jobs {
  stop(): Promise<void>;
}

/** Jobs of earlier versions of the product. One that is still queued ends without an effect. */
const retired = ['measure_settings', 'group_questions'];

/** A job that runs on a schedule. `log` is logged with the number that `run` returns, unless that is 0. */
interface ScheduledJob {
  cron: string;
  name: string;
  log: string;
  run: () => Promise<number>;
}

interface JobsDeps {
  url: string;
  db: Db;
  log: Log;
  filesDir: string;
  mailer: Mailer;
  productName: string;
  publicUrl: string;
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
export async function startJobs({
  url,
  db,
  log,
  filesDir,
  payments,
  bus,
  fileTexts,
  hints,
  knowledge,
  ...mail
}: JobsDeps): Promise<Jobs> {
  const scheduled = scheduledJobs({
    db,
    bus,
    filesDir,
    payments,
    hints,
    productName: mail.productName,
  });
  const pool = new JobsPool(url, log);
  const runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    crontab: scheduled.map(({ cron, name }) => `${cron} ${name} ?max=3`).join('\n'),
    taskList: {
      ...mailTasks({ db, ...mail }),
      ...paymentTasks({ db, ...mail }, payments.settings),
      ...expertTasks({ db, ...mail }),
      ...priceTasks({ db, ...mail }, payments.settings.timeZone),
      ...stepTasks({ db, ...mail }, { bp: payments.settings.taxBp, noTaxReason: payments.settings.noTaxReason }),
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
        scheduled.map(({ name, log: text, run: work }) => [name, async () => report(text, await work())]),
      ),
    },
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

  async function report(what: string, count: number): Promise<void> {
    if (count > 0) log.info({ count }, what);
    for (const aside of await takeUnreported(db)) log.warn({ ...aside }, 'a job has set something aside');
  }

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

type Scheduled = Pick<JobsDeps, 'db' | 'bus' | 'filesDir' | 'payments' | 'hints' | 'productName'>;

function scheduledJobs(deps: Scheduled): ScheduledJob[] {
  const { db, bus, filesDir, payments, hints } = deps;
  return [
    ...questionJobs(deps),
    { cron: '17 3 * * *', name: 'forget_old_answers', log: 'answers forgotten', run: () => forgetOldAnswers(db) },
    {
      cron: '22 3 * * *',
      name: 'forget_carrier_events',
      log: 'events of carriers forgotten',
      run: () => forgetCarrierEvents(db),
    },
    {
      cron: '27 3 * * *',
      name: 'delete_ended_sessions',
      log: 'ended sessions deleted',
      run: () => deleteEndedSessions(db),
    },
    { cron: '47 3 * * *', name: 'archive_old_events', log: 'events archived', run: () => archiveOldEvents(db) },
    {
      cron: '37 * * * *',
      name: 'delete_old_attempts',
      log: 'login attempts deleted',
      run: () => deleteOldAttempts(db),
    },
    {
      cron: '47 * * * *',
      name: 'delete_old_open_questions',
      log: 'open questions no longer counted',
      run: async () => {
        // The answers that were stored for repeats.
        await forgetAnswersTo(db, guestActor);
        return await deleteOldOpenQuestions(db);
      },
    },
    { cron: '*/5 * * * *', name: 'erase_freed_files', log: 'files erased', run: () => eraseFreedFiles(db, filesDir) },
    { cron: '12 * * * *', name: 'expire_uploads', log: 'uploads given up', run: () => giveUpUploads(db, filesDir) },
    { cron: '32 3 * * *', name: 'free_unused_files', log: 'unused files freed', run: () => freeUnusedFiles(db) },
    {
      cron: '42 3 * * *',
      name: 'delete_old_counts',
      log: 'counts of past days deleted',
      run: () => deleteOldCounts(db),
    },
    { cron: '7 * * * *', name: 'delete_old_codes', log: 'codes deleted', run: () => deleteOldCodes(db) },
    { cron: '57 3 * * *', name: 'delete_old_sign_ups', log: 'sign-ups deleted', run: () => deleteOldSignUps(db) },
    {
      cron: '7 4 * * *',
      name: 'delete_old_invitations',
      log: 'invitations deleted',
      run: () => deleteOldInvitations(db),
    },
    {
      cron: '17 4 * * *',
      name: 'forget_finished_uploads',
      log: 'finished uploads forgotten',
      run: () => forgetFinishedUploads(db),
    },
    {
      cron: '7 4 * * *',
      name: 'delete_old_consents',
      log: 'choices about cookies deleted',
      run: () => deleteOldConsents(db),
    },
    {
      cron: '7 4 * * *',
      name: 'delete_old_paying',
      log: 'payment keys and events deleted',
      run: () => deleteOldPayments(db),
    },
    {
      cron: '27 4 * * *',
      name: 'delete_old_audit_entries',
      log: 'audit entries deleted',
      run: () => deleteOldAuditEntries(db),
    },
    { cron: '*/5 * * * *', name: 'remind_experts', log: 'e-mails to experts', run: () => remindExperts(db) },
    {
      cron: '37 4 * * *',
      name: 'forget_reminders',
      log: 'ended waits forgotten',
      run: () => forgetReminders(db, expertEmailEveryMs),
    },
    {
      cron: '*/15 * * * *',
      name: 'end_subscriptions',
      log: 'subscriptions ended',
      run: () => endSubscriptions(payments),
    },
    {
      cron: '22 */6 * * *',
      name: 'issue_renewals',
      log: 'invoices for another month',
      run: () => issueRenewals(payments),
    },
    {
      cron: '*/10 * * * *',
      name: 'issue_drafts',
      log: "invoices issued that waited for the seller's details",
      run: () => issueDrafts(payments),
    },
    {
      cron: '*/10 * * * *',
      name: 'expire_quotes',
      log: 'prices no longer binding',
      run: () => moveDueOrders({ db, bus }, 'expire_quotes'),
    },
    {
      cron: '52 * * * *',
      name: 'confirm_receipts',
      log: 'shipped orders that count as received',
      run: () => moveDueOrders({ db, bus }, 'confirm_receipts'),
    },
    { cron: '42 * * * *', name: 'remind_of_prices', log: 'e-mails about prices', run: () => remindOfPrices(db) },
    { cron: '* * * * *', name: 'resume_syncs', log: 'silent syncs of the knowledge base', run: () => resumeRuns(db) },
    { cron: '13 5 * * *', name: 'delete_accounts', log: 'accounts deleted', run: () => deleteAccounts(db) },
    { cron: '2 5 * * *', name: 'bring_all_names', log: 'old names replaced', run: () => bringNames({ db, hints }) },
    { cron: '27 * * * *', name: 'end_copies', log: 'copies of data deleted', run: () => endCopies(db, filesDir) },
  ];
}

function questionJobs({ db, hints, productName }: Scheduled): ScheduledJob[] {
  return [
    {
      cron: '*/5 * * * *',
      name: 'tell_askers',
      log: 'askers told of checked answers',
      run: () => informAskers({ db, hints, assistantName: `${productName}_Bot` }),
    },
    {
      cron: '17 4 * * *',
      name: 'delete_old_guest_records',
      log: 'old questions of guests deleted',
      run: () => deleteOldGuestRecords(db),
    },
  ];
}
