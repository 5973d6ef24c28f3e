import { createContext } from 'react';

/** A newer version of the app that is installed beside this one and waits. */
export interface AppUpdate {
  state(): { ready: boolean; applying: boolean };
  subscribe(listener: () => void): () => void;
  /** Changes over: every open page of the app saves what is typed and reloads once. */
  apply(): Promise<void>;
  /** The same with a version that has to be fetched first. */
  require(): Promise<void>;
}

const waiting = { ready: false, applying: false };

/** Given by `main.tsx`; without it there is never a newer version. */
export const UpdateContext = createContext<AppUpdate>({
  state: () => waiting,
  subscribe: () => () => undefined,
  apply: () => Promise.resolve(),
  require: () => Promise.resolve(),
});
