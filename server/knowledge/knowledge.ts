import { setTimeout as wait } from 'node:timers/promises';
import { retrievalSettingsOf } from '#domain/assistant/settings.ts';
import { buildIndex, type RetrievalIndex } from '#domain/retrieval/retrieve.ts';
import type { Hints } from '../hint.ts';
import { currentSettings, type SavedSettings } from '../store/knowledge/assistant-settings.ts';
import { allKnowledge } from '../store/knowledge/entries.ts';
import type { Log } from '../log.ts';
import type { Db } from '../store/system/db.ts';

/** The knowledge base with its search index, and the assistant's settings. */
export interface Knowledge {
  index: () => RetrievalIndex;
  /** Returns the settings in force. */
  settings: () => SavedSettings;
  /** Reloads all of it after a change in this process, and notifies the other processes and all devices. */
  reload(): Promise<void>;
  stop(): void;
}

/** Pause before a failed reload is tried again. */
const againMs = 1000;

/** Loads the knowledge base, and again after each change that any process announces. */
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
        now = await readAll(db);
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
    index: () => now.index,
    settings: () => now.saved,
    async reload() {
      // This process hears it too, and starts to read.
      hints.knowledgeChanged();
      await untilRead();
    },
    stop() {
      life.abort();
      unsubscribe();
    },
  };
}

async function readAll(db: Db): Promise<{ index: RetrievalIndex; saved: SavedSettings }> {
  const saved = await currentSettings(db);
  return { index: buildIndex(await allKnowledge(db), retrievalSettingsOf(saved.settings)), saved };
}
