import type { Remote } from 'comlink';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { randomDeviceId } from '#domain/device-id.ts';
import type { VersionInfo } from '#domain/protocol/version.ts';
import type { Question } from '#domain/retrieval/question.ts';
import { appVersion } from './version.ts';
import type { Background } from './background.ts';
import type { SavedReply, Search } from './search.ts';
import { trustedScript } from './trusted-script.ts';

/** The page's side of the workers. Each worker starts with its first call, and comlink is loaded with it. */

/**
 * Returns this device's fingerprint, 64 hex digits: from a drawing, or a stored random one where drawing is impossible.
 */
export async function fingerprint(): Promise<string> {
  const kept = localStorage.getItem(keptFingerprint);
  if (kept !== null) return kept;
  const drawn = await (await background()).fingerprint().catch(() => null);
  if (drawn !== null) return drawn;
  const random = randomDeviceId((into) => crypto.getRandomValues(into));
  localStorage.setItem(keptFingerprint, random);
  return random;
}

/**
 * Checks the server's version every ten seconds while the page is visible and online, and calls `onNew` for each new
 * one.
 * @returns a function that stops it
 */
export function startVersionCheck(onNew: (info: VersionInfo) => void): () => void {
  const stopped = new AbortController();
  void watch(onNew, stopped.signal);
  return () => stopped.abort();
}

/** Answers from the knowledge saved on this device. */
export const search = {
  /** Loads all saved entries. @returns the number of entries */
  async load(entries: KnowledgeEntry[]): Promise<number> {
    return (await searcher()).load(entries);
  },
  /** Answers a question. @returns null while nothing is loaded */
  async ask(
    question: Question,
    about: { questionId: string; handoffAllowed: boolean; ordersAllowed: boolean },
  ): Promise<SavedReply | null> {
    return (await searcher()).ask(question, about);
  },
};

async function watch(onNew: (info: VersionInfo) => void, signal: AbortSignal): Promise<void> {
  const [{ proxy }, worker] = await Promise.all([import('comlink'), background()]);
  if (signal.aborted) return;
  await worker.watchVersion(
    appVersion,
    proxy((info: VersionInfo) => {
      if (!signal.aborted) onNew(info);
    }),
  );
  const update = (): void => {
    const active = !signal.aborted && document.visibilityState === 'visible' && navigator.onLine;
    void worker.setActive(active);
  };
  document.addEventListener('visibilitychange', update, { signal });
  addEventListener('online', update, { signal });
  addEventListener('offline', update, { signal });
  signal.addEventListener('abort', update);
  update();
}

const keptFingerprint = 'vfp-fingerprint';
const background = lazily(() => started<Background>('background'));
const searcher = lazily(() => started<Search>('search'));

/** Built script of each worker, by source path. */
const paths = import.meta.glob<string>(['./background.ts', './search.ts'], {
  query: '?worker&url',
  import: 'default',
  eager: true,
});

async function started<T>(name: 'background' | 'search'): Promise<Remote<T>> {
  const { wrap } = await import('comlink');
  const path = paths[`./${name}.ts`] ?? '';
  return wrap<T>(new Worker(trustedScript(path), { type: 'module', name }));
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
