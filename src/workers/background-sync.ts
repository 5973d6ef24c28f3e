import { limits } from '#domain/limits.ts';

/** What the service worker needs to send the outbox while no page does. */
export interface BackgroundWorld {
  /** The open pages of the app. */
  pages(): Promise<readonly { visible: boolean; askToDrain(): void }[]>;
  /** The session's token, from the cookie; undefined without a session. */
  token(): Promise<string | undefined>;
  /** Sends what waits, for this long at most; gives whether something still waits. */
  drain(token: string, budgetMs: number): Promise<boolean>;
}

/**
 * What happens when the browser says that the network is back. A visible page is asked, since it sends faster and shows it;
 * else the outbox is sent from here. Rejects while something still waits, so that the browser tries again.
 */
export async function drainInBackground(world: BackgroundWorld): Promise<void> {
  const visible = (await world.pages()).filter((page) => page.visible);
  if (visible.length > 0) {
    for (const page of visible) page.askToDrain();
    return;
  }
  const token = await world.token();
  // There is no session: what waits belongs to a user who has to sign in first.
  if (token === undefined) return;
  const isLeft = await world.drain(token, limits.serviceWorkerDrainMs);
  if (isLeft) throw new Error('Something still waits to be sent.');
}
