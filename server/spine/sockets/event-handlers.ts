import type { Namespace, Socket } from 'socket.io';
import type { Static, TSchema } from 'typebox';
import { errors, Refusal } from '#domain/ground/errors.ts';
import { namespaces } from '#domain/spine/wire/sockets.ts';
import type { User } from '#domain/account/users.ts';
import { claimOfSocket } from '../../http/guards.ts';
import { logOutage, outageCodeOf } from '../../database/outage.ts';
import { validatorOf, refusalFor } from '../../ground/validation.ts';
import type { Log } from '../../ground/log.ts';
import { closeWith, policyViolation } from './close-codes.ts';
import type { Visibility, SessionWatch } from './session-watch.ts';
import { slowReaderRetryMs } from './slow-readers.ts';

/** Unknown and malformed events accepted from one connection; the next one ends it. */
export const socketMistakes = 10;
const chatEventsPerSecond = 100;
const syncEventsPerSecond = 1_000;

/** Handles socket events, which are untrusted: any payload is answered and counted, and none ends the process. */

/** Handler of an event. `received` is its first argument, not validated; the result is sent as acknowledgement. */
export type Handle = (user: User, received: unknown, socket: Socket) => Promise<object>;

/**
 * Admits users to a namespace and handles its events, each behind its policy. Other events are refused.
 * @throws at once when the namespace or an event has no policy, so that the server does not start
 */
export function openNamespace(
  namespace: Namespace,
  { watch, log, visibility }: { watch: SessionWatch; log: Log; visibility?: Visibility },
  events: Record<string, Handle>,
): void {
  const handlers = Object.entries(events).map(([name, handle]) => {
    return { name, handle, may: claimOfSocket(`${namespace.name} ${name}`) };
  });
  watch.admit(namespace, claimOfSocket(namespace.name), visibility);
  namespace.on('connection', (socket) => {
    watch.joined(socket);
    limitEvents(socket);
    const mistaken = limitMistakes(socket);
    refuseUnknown(socket, Object.keys(events), mistaken);
    for (const { name, handle, may } of handlers) {
      answer(socket, { name, log, mistaken }, async (received) => {
        const user = await watch.userOf(socket);
        if (user === undefined) throw new Refusal('UNAUTHORIZED');
        if (!may(user)) throw new Refusal('FORBIDDEN');
        return handle(user, received, socket);
      });
    }
  });
}

/** Ends a socket that sends more events than any user or client of ours would. */
function limitEvents(socket: Socket): void {
  // Users cause few events; the sync layer of a busy device causes many.
  const allowed = socket.nsp.name === namespaces.sync ? syncEventsPerSecond : chatEventsPerSecond;
  let second = 0;
  let count = 0;
  socket.use((_packet, next) => {
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count++;
    if (count <= allowed) return next();
    end(socket);
  });
}

/** Sends the reason and when to reconnect, and ends the whole connection. */
function end(socket: Socket): void {
  socket.emit('error', { code: 'RATE_LIMITED', message: errors.RATE_LIMITED[1] });
  if (socket.nsp.name === namespaces.sync) socket.emit('server.leaving', { retryAfterMs: slowReaderRetryMs });
  closeWith(socket.conn, policyViolation);
  socket.disconnect(true);
}

/** Counts malformed events and reports each to the sender. After a few it ends the connection. */
function limitMistakes(socket: Socket): () => void {
  let count = 0;
  return () => {
    if (!socket.connected) return;
    count++;
    socket.emit('error', { code: 'VALIDATION', message: errors.VALIDATION[1] });
    if (count > socketMistakes) end(socket);
  };
}

/**
 * Returns a parser of an event's argument.
 * @throws from the parser: VALIDATION or UNSTORABLE, with the invalid fields
 */
export function argumentOf<S extends TSchema>(schema: S): (received: unknown) => Static<S> {
  const validate = validatorOf(schema);
  return (received) => {
    const result = validate(received);
    if ('value' in result) return result.value;
    throw refusalFor(result.problems);
  };
}

/**
 * Runs the handler with the first argument, and sends its result or refusal as acknowledgement, if one was requested.
 */
function answer(
  socket: Socket,
  { name, log, mistaken }: { name: string; log: Log; mistaken: () => void },
  handle: (received: unknown) => Promise<object>,
): void {
  socket.on(name, (...args: unknown[]) => {
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (reply: object) => void last(reply) : () => undefined;
    void handle(typeof args[0] === 'function' ? undefined : args[0]).then(
      (reply) => ack({ ok: true, ...reply }),
      (error: unknown) => {
        const outage = outageCodeOf(error);
        const code = error instanceof Refusal ? error.code : (outage ?? 'INTERNAL');
        if (outage !== undefined) logOutage(log, error);
        else if (!(error instanceof Refusal)) log.error({ err: error }, `the event ${name} failed`);
        const details = error instanceof Refusal && error.details !== undefined ? { details: error.details } : {};
        ack({ ok: false, code, message: error instanceof Refusal ? error.message : errors[code][1], ...details });
        if (code === 'VALIDATION' || code === 'UNSTORABLE') mistaken();
      },
    );
  });
}

/** Refuses unknown events, so that their sender does not wait for an acknowledgement. */
function refuseUnknown(socket: Socket, known: readonly string[], mistaken: () => void): void {
  socket.onAny((name: unknown, ...args: unknown[]) => {
    const last = args.at(-1);
    if (typeof name === 'string' && known.includes(name)) return;
    if (typeof last === 'function') last({ ok: false, code: 'VALIDATION', message: errors.VALIDATION[1] });
    mistaken();
  });
}
