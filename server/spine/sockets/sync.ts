import type { Namespace, Server, Socket } from 'socket.io';
import { Refusal } from '#domain/ground/errors.ts';
import { type SyncClientEvents, type SyncServerEvents, namespaces, standBody } from '#domain/spine/wire/sockets.ts';
import { pushBody } from '#domain/spine/wire/sync.ts';
import { type Allowance, charge } from '../../limits/allowance.ts';
import { moreForPush } from '../../http/costs.ts';
import type { Deps } from '../routes/deps.ts';
import type { Delivered } from '../../ground/hint.ts';
import { noteStaffListening } from '../../http/staff-reads.ts';
import { type SyncService, syncService } from '../feed/sync-service.ts';
import { argumentOf, openNamespace } from './event-handlers.ts';
import { HintReceivers } from './hint-receivers.ts';
import { standingUnsentBytes, unsentBytes } from './slow-readers.ts';
import { type SessionWatch, roomOfUser, roomOfStaff, staffIn } from './session-watch.ts';

type Sync = Namespace<SyncClientEvents, SyncServerEvents>;

/** The `/sync` namespace, which every signed-in page joins: hints, and pushes over the same connection. */
export function syncNamespace(io: Server, deps: Deps & { watch: SessionWatch; users: Allowance }): () => void {
  const namespace: Sync = io.of(namespaces.sync);
  const { watch, hints, log, users } = deps;
  const service = syncService(deps);
  const receivers = receiversOf(namespace, service);
  const noteShown = noteStaffListening(deps, () => staffIn(namespace));

  // Added before the namespace's own handler, which calls `setUser` at once.
  namespace.on('connection', (socket) => {
    receivers.add(socket);
    socket.emit('sync:ready', { stands: true, briefs: true });
  });
  openNamespace(
    namespace,
    { watch, log, visibility: receivers },
    {
      'sync:push': async (user, body) => {
        charge(users, user.id, 1 + moreForPush(body));
        return { reply: await service.push(user, readPush(body)) };
      },
      'sync:stand': async (user, body, socket) => {
        const { cursor } = readStand(body);
        const { isAllowed, resetMs } = users.take(user.id, 1);
        if (!isAllowed) {
          receivers.hintWithin(socket, resetMs);
          throw new Refusal('RATE_LIMITED', { retryAfterMs: resetMs });
        }
        service.reached(user, cursor);
        receivers.stand(socket, cursor);
        return {};
      },
    },
  );

  service.onDelivered((mark) => {
    sendDelivered(namespace, mark);
    // The author of the message may be connected to another process.
    hints.delivered([mark]);
  });
  const unsubscribe = hints.subscribe((hint) => {
    for (const mark of hint.delivered ?? []) sendDelivered(namespace, mark);
    for (const { members, ...delta } of hint.deltas ?? [])
      namespace.to(members.map(roomOfUser)).emit('answer.delta', delta);
    if (hint.missed === true) receivers.hintSoon(hint.pos);
    noteShown(hint.streams);
    receivers.send(hint);
  });
  return () => {
    unsubscribe();
  };
}

/** Returns the sockets that hints and pages are sent to. */
function receiversOf(namespace: Sync, service: SyncService): HintReceivers<Socket> {
  return new HintReceivers<Socket>((sockets, payload) => namespace.to(sockets).emit('sync:hint', payload), {
    read: (askers) => service.pagesFor(askers),
    send: (sockets, page) => namespace.to(sockets).emit('sync:page', page),
    isSlow: (socket) => unsentBytes(socket) > standingUnsentBytes,
  });
}

/** Tells the side that wrote messages that they have reached a device of the other side. */
function sendDelivered(namespace: Sync, { roomId, side, upTo, members }: Delivered): void {
  const mark = { roomId, side, upTo };
  if (side === 'support') for (const id of members) namespace.to(roomOfUser(id)).emit('sync:delivered', mark);
  else namespace.to(roomOfStaff).emit('sync:delivered', mark);
}

const readPush = argumentOf(pushBody);
const readStand = argumentOf(standBody);
