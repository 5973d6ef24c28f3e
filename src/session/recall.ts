import type { Me } from '#domain/account/users.ts';
import type { RecallResult, UserSession } from '../machines/auth.ts';
import { Refused, SignedOut } from '../net/errors.ts';

/** Functions with which the start of the app reads this device and asks the server. */
export interface RecallPorts {
  token(): string | undefined;
  me(): Me | undefined;
  /** Asks the server which user the token belongs to. */
  whoIs(token: string): Promise<Me>;
  /** Exchanges the token of a link for one that was never in an address. */
  exchange(token: string): Promise<string>;
  keep(session: UserSession): void;
  keepFromLink(session: UserSession): void;
  forget(): void;
  /** Reloads the user in the background, while the app opens with the remembered one. */
  refresh(token: string): void;
}

/**
 * Determines who uses the app when it starts. The remembered session counts until the server rejects it, because the
 * app must open without a network. A link's token is exchanged at once, and the first use of the new one ends it: it
 * was in an address, which others may have seen. Its session is only offered, to guests too, because a stranger may
 * have sent the link of their own account; only the link of the signed-in user is taken at once.
 */
export async function recall(device: RecallPorts, linkToken: string | undefined): Promise<RecallResult> {
  const token = device.token();
  if (linkToken === undefined || linkToken === token) return await remembered(device, token);
  try {
    const fresh = await device.exchange(linkToken);
    const found = { me: await device.whoIs(fresh), token: fresh };
    const isKnown = token !== undefined && device.me()?.id === found.me.id;
    const { session } = isKnown ? { session: found } : await remembered(device, token);
    if (session?.me.id !== found.me.id) return { session, offer: found };
    device.keepFromLink(found);
    return { session: found };
  } catch (error) {
    const notice = isSessionRejected(error) ? 'startRefused' : 'linkUnchecked';
    return { ...(await remembered(device, token)), notice };
  }
}

async function remembered(device: RecallPorts, token: string | undefined): Promise<RecallResult> {
  if (token === undefined) return { session: null };
  const known = device.me();
  if (known !== undefined) {
    device.refresh(token);
    return { session: { me: known, token } };
  }
  try {
    const session = { me: await device.whoIs(token), token };
    device.keep(session);
    return { session };
  } catch (error) {
    if (!isSessionRejected(error)) return { session: null };
    device.forget();
    return { session: null, notice: 'startRefused' };
  }
}

/** Returns whether the server has rejected the session, with 401 or 403. A failed call does not end a session. */
export function isSessionRejected(error: unknown): boolean {
  return error instanceof SignedOut || (error instanceof Refused && error.status === 403);
}
