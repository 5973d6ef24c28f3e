import { SECOND } from '#domain/ground/units.ts';

export const serviceWorkerDrainMs = 25 * SECOND;

/** Functions that the service worker needs to drain the outbox while no page is open. */
export interface BackgroundWorld {
  /** Returns the open pages of the app. */
  pages(): Promise<readonly { visible: boolean; askToDrain(): void }[]>;
  /** Returns the session's token from the cookie; undefined without a session. */
  token(): Promise<string | undefined>;
  /** Drains the outbox for at most `budgetMs`. @returns whether commands are still pending */
  drain(token: string, budgetMs: number): Promise<boolean>;
}

/**
 * Handles the browser's event that the network is back. A visible page is asked to drain, because it is faster and
 * shows the result; otherwise the worker drains. Rejects while commands are still pending, so that the browser repeats
 * the event.
 */
export async function drainInBackground(world: BackgroundWorld): Promise<void> {
  const visible = (await world.pages()).filter((page) => page.visible);
  if (visible.length > 0) {
    for (const page of visible) page.askToDrain();
    return;
  }
  const token = await world.token();
  // Without a session, pending commands wait until their user signs in.
  if (token === undefined) return;
  const isLeft = await world.drain(token, serviceWorkerDrainMs);
  if (isLeft) throw new Error('Something still waits to be sent.');
}
