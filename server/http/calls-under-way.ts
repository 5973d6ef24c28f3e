import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Person } from '#domain/users.ts';
import { unversioned } from './guards.ts';
import { changesOwnRights, claims } from './policies.ts';
import type { RightsWatch, WatchedSession } from '../accounts/rights-watch.ts';

/**
 * Hangs up on whoever loses a right while a call of theirs is under way: a download, a snapshot, an upload, a pull that
 * waits for its turn. Their program tries again and is told at the door. They get no answer: `docs/decisions/0046`.
 */
export function watchCalls(app: FastifyInstance, rights: RightsWatch): void {
  app.addHook('preParsing', async (request, reply) => {
    // On routes for everybody there is no session, whatever the type says.
    const session: FastifyRequest['session'] | undefined = request.session;
    const route = `${request.method} ${unversioned(request.routeOptions.url ?? '')}`;
    if (session === undefined || changesOwnRights.has(route)) return;
    const leave = rights.sit(new CallSeat(request, reply), performance.now() - reply.elapsedTime);
    reply.raw.once('finish', leave);
    reply.raw.once('close', leave);
  });
}

/** In the log, with the method and the address of the call. */
export const callCutOff = 'a call was cut off: its caller lost a right meanwhile';

class CallSeat implements WatchedSession {
  readonly sessionId: string;
  readonly personId: string;
  readonly #person: Person;
  readonly #reply: FastifyReply;
  readonly #call: { method: string; url: string };
  #hasLeftRoom = false;

  constructor({ session, method, url }: FastifyRequest, reply: FastifyReply) {
    this.sessionId = session.sessionId;
    this.personId = session.person.id;
    this.#person = session.person;
    this.#reply = reply;
    this.#call = { method, url: url.split('?', 1)[0] ?? '' };
  }

  hold(room: string | undefined): void {
    this.#hasLeftRoom ||= room !== undefined;
  }

  meet(person: Person | undefined): void {
    const isLess = person === undefined || this.#hasLeftRoom || hasLost(this.#person, person);
    if (isLess) this.#hangUp();
  }

  /** What the network has not taken yet is not sent any more. */
  #hangUp(): void {
    const { raw } = this.#reply;
    this.#reply.log.info(this.#call, callCutOff);
    raw.socket?.resetAndDestroy();
    raw.destroy();
  }
}

/** Whether somebody could do or see something before that is closed to them now. */
function hasLost(before: Person, now: Person): boolean {
  const hasLeft = before.company_id !== null && before.company_id !== now.company_id;
  return hasLeft || Object.values(claims).some((may) => may(before) && !may(now));
}
