import { createActor, fromCallback } from 'xstate';
import type { Me } from '#domain/account/users.ts';
import type { EarlyMessages } from '../db/early.ts';
import type { UserDb } from '../db/schema.ts';
import { syncMachine } from '../machines/sync.ts';
import type { SocketConnection } from '../net/socket.ts';
import type { UploadApi } from '../net/uploads.ts';
import { startEngine, type Engine, type EngineParts } from '../sync/engine.ts';
import type { Locks } from '../sync/leader.ts';
import type { Report } from '../sync/world.ts';
import type { WakeCalls } from './wake-calls.ts';

/** The running connections of a session; each is missing while its machine has not started it. */
export interface Connections {
  engine?: Engine;
  socket?: SocketConnection;
}

interface SyncParts {
  db: UserDb;
  rules: EngineParts['rules'];
  me: Me;
  /** Whether the database is stored, or only in memory. */
  isKept: boolean;
  world: EngineParts['world'];
  uploads: UploadApi;
  early: EarlyMessages;
  connections: Connections;
  calls: Pick<WakeCalls, 'unreachable' | 'workWaits'>;
  /** End of the last complete pull of earlier pages, by the device's clock in ms since 1970. */
  lastSyncedAt: number | undefined;
  rightsReported: (now: string) => void;
}

/** Creates the sync machine, which runs the engine once it is started. */
export function createSyncActor(parts: SyncParts) {
  const { db, rules, me, isKept, world, uploads, early, connections, calls, lastSyncedAt, rightsReported } = parts;
  return createActor(
    syncMachine.provide({
      actors: {
        engine: fromCallback(({ sendBack, receive }) => {
          const engine = startEngine({
            db,
            rules,
            me: me.id,
            world,
            uploadApi: uploads,
            // In memory, every tab has its own outbox.
            locks: isKept ? navigator.locks : uncontested,
            report(report) {
              if (report.type === 'transport.failed') calls.unreachable();
              if (!isLate(report)) sendBack(report);
            },
            workWaits: () => calls.workWaits(),
            confirmed: (messages) => early.drop(messages),
            rightsReported,
          });
          connections.engine = engine;
          receive(() => engine.retryNow());
          return () => engine.stop();
        }),
      },
    }),
    { input: { online: navigator.onLine, lastSyncedAt: lastSyncedAt ?? null } },
  );
}

/** Whether a pull reports after the network was lost: its result does not describe the current network. */
function isLate({ type }: Report): boolean {
  return type.startsWith('pull.') && !navigator.onLine;
}

const uncontested: Locks = { request: (_name, _options, held) => held({}) };
