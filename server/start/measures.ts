import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { commandTable } from '#domain/spine/commands.ts';
import type { Bus } from '../spine/bus/push.ts';
import type { Deps } from '../spine/routes/deps.ts';
import type { Metrics } from '../ground/metrics.ts';
import { passwordsWaiting } from '../account/passwords.ts';
import { isFull, poolOf } from '../database/database.ts';
import { oldestHiddenMs } from '../spine/log/hidden-events.ts';
import { setAsideByJob } from '../jobs/set-aside.ts';
import { unknownEvents } from '../spine/log/unknown-events.ts';
import { syncService } from '../spine/feed/sync-service.ts';
import { firstRow } from '../database/db.ts';

/** Registers the metrics of this process; docs/operations.md explains each. */
export function measure(metrics: Metrics, deps: Deps): { stop(): void } {
  const { db, hints } = deps;
  // Queries of the database come after the count of those who wait for it.
  metrics.gauge('vfp_waiting', 'What waits for its turn, by queue.', () => [
    [{ queue: 'pulls' }, syncService(deps).pullsWaiting()],
    [{ queue: 'passwords' }, passwordsWaiting()],
    [{ queue: 'database' }, poolOf(db)?.waitingCount ?? 0],
  ]);
  metrics.gauge('vfp_database_connections', 'Connections of the pool, by what they do.', () => {
    const { totalCount = 0, idleCount = 0 } = poolOf(db) ?? {};
    return [
      [{ state: 'busy' }, totalCount - idleCount],
      [{ state: 'idle' }, idleCount],
    ];
  });
  metrics.gauge(
    'vfp_hidden_event_age_seconds',
    'Age of the oldest committed event that no pull may show yet.',
    async () => {
      return (await oldestHiddenMs(db)) / 1000;
    },
  );
  metrics.gauge('vfp_jobs', 'Jobs of all processes: due, and given up after their last try.', async () => {
    const { due, dead } = await jobsOf(db);
    return [
      [{ state: 'due' }, due],
      [{ state: 'dead' }, dead],
    ];
  });
  metrics.gauge('vfp_set_aside', 'What jobs could not do while they went on with the rest, by job.', async () => {
    return (await setAsideByJob(db)).map(({ job, count }) => [{ job }, count]);
  });
  metrics.gauge('vfp_unknown_events', 'Events among the newest that this version does not know, by type.', async () => {
    return (await unknownEvents(db)).map(({ type, count }) => [{ type }, count]);
  });
  metrics.gauge('vfp_storage_full', 'Whether something could not be stored for want of room in the last minute.', () =>
    Number(isFull(db)),
  );
  metrics.gauge('vfp_hint_line_open', 'Whether each way to the other processes is open.', () =>
    Object.entries(hints.channelsOpen()).flatMap(([line, isOpen]) =>
      isOpen === undefined ? [] : [[{ line }, Number(isOpen)]],
    ),
  );
  return measureProcess(metrics);
}

/** Wraps the bus with metrics. */
export function countedBus(bus: Bus, metrics: Metrics): Bus {
  const commands = metrics.counter('vfp_commands_total', 'Commands answered, by type and by what became of them.');
  const frames = metrics.histogram('vfp_frame_seconds', 'From a frame of commands to its answers.', frameBounds);
  return {
    async executeCommands(actorId, batch, device) {
      const from = performance.now();
      const results = await bus.executeCommands(actorId, batch, device);
      frames.observe((performance.now() - from) / 1000);
      const kinds = new Map<string, { labels: Record<string, string>; count: number }>();
      for (const [i, { s: result }] of results.entries()) {
        const said = batch[i]?.type ?? '';
        // Clients may send any text as type, and each would add a time series.
        const type = Object.hasOwn(commandTable, said) ? said : 'unknown';
        const kind = kinds.get(type + result);
        if (kind === undefined) kinds.set(type + result, { labels: { type, result }, count: 1 });
        else kind.count++;
      }
      for (const { labels, count } of kinds.values()) commands.add(labels, count);
      return results;
    },
    async executeWithin(tx, actorId, command, as, held) {
      const done = await bus.executeWithin(tx, actorId, command, as, held);
      commands.add({ type: command.type, result: done.result.s }, 1);
      return done;
    },
  };
}

/** Counts replies by class of status, and those with Retry-After by status. */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  const responses = metrics.counter('vfp_http_responses_total', 'Answers to requests, by class of status.');
  const refused = metrics.counter(
    'vfp_refused_total',
    'Who was asked to come back later: requests by status, sockets.',
  );
  app.addHook('onResponse', async (_request, { statusCode }) => {
    responses.add({ status: `${Math.floor(statusCode / 100)}xx` });
    if (statusCode === 429 || statusCode === 503) refused.add({ status: String(statusCode) });
  });
}

const frameBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function measureProcess(metrics: Metrics): { stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  metrics.gauge('vfp_event_loop_delay_seconds', 'How late the event loop was since the last look.', () => {
    const reading = [50, 99, 100].map((p): [Record<string, string>, number] => {
      return [{ quantile: String(p / 100) }, delay.percentile(p) / 1e9];
    });
    delay.reset();
    return reading;
  });
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  metrics.gauge('process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.gauge('process_start_time_seconds', 'When the process started.', () => startedAt);
  return { stop: () => void delay.disable() };
}

async function jobsOf(db: Deps['db']): Promise<{ due: number; dead: number }> {
  const row = await firstRow<{ due: number; dead: number }>(db)`
    select count(*) filter (where attempts < max_attempts and run_at <= now()) as due,
           count(*) filter (where attempts >= max_attempts) as dead
      from graphile_worker.jobs`;
  return row ?? { due: 0, dead: 0 };
}
