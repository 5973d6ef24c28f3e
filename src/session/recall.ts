import type { Me } from '#domain/users.ts';
import type { Recalled, SignedInAs } from '../machines/auth.ts';
import { Refused, SignedOut } from '../net/errors.ts';

/** What the start of the app asks of this device and of the server. */
export interface Remembered {
  token(): string | undefined;
  me(): Me | undefined;
  /** Asks the server whose token this is. */
  whoIs(token: string): Promise<Me>;
  keep(session: SignedInAs): void;
  keepFromLink(session: SignedInAs): void;
  forget(): void;
  /** The app opens on what this device remembers; meanwhile the server is asked. */
  refresh(token: string): void;
}

/**
 * Who is using the app when it starts. The session this device remembers counts until the server says otherwise: the app
 * must open without a network. A link's token counts only once the server knows it, and never in place of somebody else.
 */
export async function recall(device: Remembered, linkToken: string | undefined): Promise<Recalled> {
  const token = device.token();
  if (linkToken === undefined || linkToken === token) return await remembered(device, token);
  try {
    const found = { me: await device.whoIs(linkToken), token: linkToken };
    if (device.me()?.id !== found.me.id) {
      const here = await remembered(device, token);
      if (here.session !== null && here.session.me.id !== found.me.id) return { ...here, offer: found };
    }
    device.keepFromLink(found);
    return { session: found };
  } catch (error) {
    const notice = isNo(error) ? 'startRefused' : 'linkUnchecked';
    return { ...(await remembered(device, token)), notice };
  }
}

async function remembered(device: Remembered, token: string | undefined): Promise<Recalled> {
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
    if (!isNo(error)) return { session: null };
    device.forget();
    return { session: null, notice: 'startRefused' };
  }
}

/** Only the server's own "no" ends a session; a call that failed does not. */
export function isNo(error: unknown): boolean {
  return error instanceof SignedOut || (error instanceof Refused && error.status === 403);
}
