import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '#domain/account/users.ts';
import { unversioned } from '../../http/guards.ts';
import { onceClosed } from '../../http/once-closed.ts';
import { changesOwnRights, claims } from '../../http/policies.ts';
import type { RightsWatch, Watched } from '../feed/rights-watch.ts';

/**
 * Closes the connection when a user loses a right during a call: a download, a snapshot, an upload, a queued pull. The
 * client retries and is refused at the start. There is no reply: decision 0035.
 */
export function watchCalls(app: FastifyInstance, rights: RightsWatch): void {
  app.addHook('preParsing', async (request, reply) => {
    // Public routes have no session, despite the type.
    const session: FastifyRequest['session'] | undefined = request.session;
    const route = `${request.method} ${unversioned(request.routeOptions.url ?? '')}`;
    if (session === undefined || changesOwnRights.has(route)) return;
    const leave = rights.watch(new WatchedCall(request, reply), performance.now() - reply.elapsedTime);
    reply.raw.once('finish', leave);
    onceClosed(reply, leave);
  });
}

/** Message in the log, with the call's method and path. */
export const callCutOff = 'a call was cut off: its caller lost a right meanwhile';

class WatchedCall implements Watched {
  readonly sessionId: string;
  readonly userId: string;
  readonly #user: User;
  readonly #reply: FastifyReply;
  readonly #call: { method: string; url: string };
  #hasLeftRoom = false;

  constructor({ session, method, url }: FastifyRequest, reply: FastifyReply) {
    this.sessionId = session.sessionId;
    this.userId = session.user.id;
    this.#user = session.user;
    this.#reply = reply;
    this.#call = { method, url: url.split('?', 1)[0] ?? '' };
  }

  hold(room: string | undefined): void {
    this.#hasLeftRoom ||= room !== undefined;
  }

  setUser(user: User | undefined): void {
    const isLess = user === undefined || this.#hasLeftRoom || hasLost(this.#user, user);
    if (isLess) this.#hangUp();
  }

  /** Closes the connection; unsent data is dropped. */
  #hangUp(): void {
    const { raw } = this.#reply;
    this.#reply.log.info(this.#call, callCutOff);
    raw.socket?.resetAndDestroy();
    raw.destroy();
  }
}

/** Whether the user has lost a right. */
function hasLost(before: User, now: User): boolean {
  const hasLeft = before.company_id !== null && before.company_id !== now.company_id;
  return hasLeft || Object.values(claims).some((may) => may(before) && !may(now));
}
