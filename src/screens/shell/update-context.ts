import { createContext } from 'react';

/** A newer version of the app that is installed beside this one and waits. */
export interface AppUpdate {
  state(): { ready: boolean; applying: boolean };
  subscribe(listener: () => void): () => void;
  /** Changes over: every open page of the app reloads once. */
  apply(): void;
}

const waiting = { ready: false, applying: false };

/** Given by `main.tsx`; without it there is never a newer version. */
export const UpdateContext = createContext<AppUpdate>({
  state: () => waiting,
  subscribe: () => () => undefined,
  apply: () => undefined,
});
