import type { Remote } from 'comlink';
import { trustedScript } from './trusted-script.ts';

/** Returns a function that starts a worker and loads comlink at its first call, and then returns the same worker. */
export function workerAt<T>(path: string, name: string): () => Promise<Remote<T>> {
  let started: Promise<Remote<T>> | undefined;
  return () => (started ??= start(path, name));
}

async function start<T>(path: string, name: string): Promise<Remote<T>> {
  const { wrap } = await import('comlink');
  return wrap<T>(new Worker(trustedScript(path), { type: 'module', name }));
}
