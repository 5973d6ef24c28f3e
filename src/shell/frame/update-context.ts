import { createContext } from 'react';

/** A newer version of the app that is installed and waits to take over. */
export interface AppUpdate {
  state(): { ready: boolean; applying: boolean };
  subscribe(listener: () => void): () => void;
  /** Activates the waiting version: every open page of the app saves typed texts and reloads once. */
  apply(): Promise<void>;
  /** Fetches the newest version first where none waits, then activates it. */
  require(): Promise<void>;
}

const waiting = { ready: false, applying: false };

/** Provided by `main.tsx`; the default never has a newer version. */
export const UpdateContext = createContext<AppUpdate>({
  state: () => waiting,
  subscribe: () => () => undefined,
  apply: () => Promise.resolve(),
  require: () => Promise.resolve(),
});
