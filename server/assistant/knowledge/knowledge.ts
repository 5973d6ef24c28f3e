import { setTimeout as wait } from 'node:timers/promises';
import { buildInSteps, type RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import type { KnowledgeState } from '#domain/assistant/wire/saved-knowledge.ts';
import type { Hints } from '../../ground/hint.ts';
import { InBackground } from './in-background.ts';
import { currentSettings, type SavedSettings } from '../store/assistant-settings.ts';
import { allKnowledge } from '../store/entries.ts';
import { knowledgeState } from '../store/entry-changes.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';

/** The knowledge base with its search index, and the assistant's settings. */
export interface Knowledge {
  index: () => RetrievalIndex;
  /** Returns the settings in force. */
  settings: () => SavedSettings;
  /** Reloads all of it after a change in this process, and notifies the other processes and all devices. */
  reload(): Promise<void>;
  /** Resolves when this process answers from what is stored now, or from something newer. */
  untilCurrent(): Promise<void>;
  /** Builds the search index beside everything else, from now on; a question that comes earlier builds it at once. */
  buildIndex(): void;
  stop(): void;
}

/** Pause before a failed reload is tried again. */
const againMs = 1000;

/**
 * Loads the knowledge base, and again after each change that any process announces. An index is built in the
 * background; until then, a changed knowledge base is searched as it was, and the first search of all waits.
 */
export async function loadKnowledge({ db, hints, log }: { db: Db; hints: Hints; log: Log }): Promise<Knowledge> {
  let now = await readAll(db);
  let isStale = false;
  const life = new AbortController();
  let reading: Promise<void> | undefined;
  /** Reads it again until the result is newer than the last change. */
  async function read(): Promise<void> {
    while (isStale && !life.signal.aborted) {
      isStale = false;
      try {
        const next = await readAll(db);
        await next.index.run(life.signal);
        now = next;
      } catch (error) {
        log.warn({ err: error }, 'the knowledge base could not be read; it is searched as it was');
        isStale = true;
        await wait(againMs, undefined, { ref: false });
      }
    }
  }

  async function refresh(): Promise<void> {
    isStale = true;
    await untilRead();
  }

  async function untilRead(): Promise<void> {
    while ((isStale || reading !== undefined) && !life.signal.aborted)
      await (reading ??= read().finally(() => (reading = undefined)));
  }

  const unsubscribe = hints.subscribe(({ knowledge, missed }) => {
    if (knowledge !== undefined || missed !== undefined) void refresh();
  });

  return {
    index: () => now.index.now(),
    settings: () => now.saved,
    async reload() {
      // This process hears it too, and starts to read.
      hints.knowledgeChanged();
      await untilRead();
    },
    async untilCurrent() {
      const { revision, settings } = await knowledgeState(db);
      if (now.state.revision < revision || now.state.settings < settings) await refresh();
    },
    buildIndex() {
      now.index
        .run(life.signal)
        .catch((error: unknown) => log.error({ err: error }, 'the knowledge base cannot be searched'));
    },
    stop() {
      life.abort();
      unsubscribe();
    },
  };
}

interface Read {
  index: InBackground<RetrievalIndex>;
  saved: SavedSettings;
  /** State that the index has at least; it may be newer. */
  state: KnowledgeState;
}

async function readAll(db: Db): Promise<Read> {
  const state = await knowledgeState(db);
  const saved = await currentSettings(db);
  const steps = buildInSteps(await allKnowledge(db));
  return { index: new InBackground(steps), saved, state };
}
