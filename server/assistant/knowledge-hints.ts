import { setTimeout as wait } from 'node:timers/promises';
import type { Namespace, Server } from 'socket.io';
import { namespaces, type SyncClientEvents, type SyncServerEvents } from '#domain/spine/wire/sockets.ts';
import type { KnowledgeState } from '#domain/assistant/wire/saved-knowledge.ts';
import type { Deps } from '../spine/routes/deps.ts';
import { knowledgeState } from './store/entry-changes.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Time over which the requests of devices for a changed knowledge base are spread. */
const knowledgeSpreadMs = 10 * SECOND;

/**
 * Tells pages which state the knowledge base is in: all of them after a change, and each one when it connects, because it
 * may have missed a change.
 * @returns a function that ends it
 */
export function hintKnowledge(io: Server, { db, hints, log }: Pick<Deps, 'db' | 'hints' | 'log'>): () => void {
  const namespace: Namespace<SyncClientEvents, SyncServerEvents> = io.of(namespaces.sync);
  const life = new AbortController();
  let state: KnowledgeState | undefined;
  let isStale = false;
  let isReading = false;

  const changeTo = (now: KnowledgeState) => ({ ...now, withinMs: spreadMs(namespace.sockets.size) });

  async function read(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && !life.signal.aborted) {
      isStale = false;
      try {
        const now = await knowledgeState(db);
        const isSame = now.revision === state?.revision && now.settings === state.settings;
        if (isSame && now.epoch === state?.epoch) continue;
        state = now;
        namespace.emit('sync:knowledge', changeTo(now));
      } catch (error) {
        if (life.signal.aborted) break;
        log.warn({ err: error }, 'devices were not told of a changed knowledge base; it is tried again');
        isStale = true;
        await wait(againMs, undefined, { ref: false });
      }
    }
    isReading = false;
  }

  namespace.on('connection', (socket) => {
    if (state !== undefined) socket.emit('sync:knowledge', changeTo(state));
  });
  const unsubscribe = hints.subscribe(({ knowledge, missed }) => {
    if (knowledge !== undefined || missed !== undefined) void read();
  });
  void read();
  return () => {
    life.abort();
    unsubscribe();
  };
}

/** Pause before a failed reading is tried again. */
const againMs = 1000;
/** Spread per device: about the duration of its request on the server. */
const spreadPerSocketMs = 2;

function spreadMs(sockets: number): number {
  return Math.min(knowledgeSpreadMs, sockets * spreadPerSocketMs);
}
