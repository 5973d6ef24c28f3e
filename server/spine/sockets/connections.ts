import type { IncomingMessage } from 'node:http';
import type { Socket as Tcp } from 'node:net';
import type { Server, Socket } from 'socket.io';
import { namespaces } from '#domain/spine/wire/sockets.ts';
import type { Allowance } from '../../limits/allowance.ts';
import { networkOf, networksOf } from '../../ground/network.ts';
import { BytePace } from './byte-pace.ts';
import { closeWith, policyViolation } from './close-codes.ts';
import type { ConnectionLog } from './connection-log.ts';
import { SentPackets } from './sent-packets.ts';
import { webSocketOf } from './web-sockets.ts';
import { KB } from '#domain/ground/units.ts';
import { socketGraceMs } from './slow-readers.ts';

const bytesAfterClose = 256 * KB;

/** What the namespaces need to know about the connections of their sockets. */
export interface Connections {
  /** Networks of the connection's address, widest first. */
  networksOf(connection: Connection): readonly string[];
  /** Whether the connection's network has used up its joins; then milliseconds until it may join again. */
  waitOf(connection: Connection): number | undefined;
  /** A join was refused. After a few, the connection is closed. */
  refused(connection: Connection): void;
  /** The connection has joined a namespace as this user. */
  joined(connection: Connection, userId: string): void;
}

type Connection = Socket['conn'];

interface Known {
  connection: Connection;
  address: string;
  sent: SentPackets;
  joins: number;
  waitMs: number | undefined;
  userId: string | undefined;
  bytesAfterClose: number;
}

/**
 * Watches what arrives over all connections, before any packet is parsed. A join costs its network as much as a
 * handshake; the first join of a connection is paid by its handshake.
 */
export function watchConnections(
  io: Server,
  {
    addressOf,
    handshakes,
    log,
  }: {
    addressOf: (request: IncomingMessage) => string;
    handshakes: Allowance;
    log: Pick<ConnectionLog, 'refused'>;
  },
): Connections {
  // By connection, WebSocket and TCP socket, so that one function listens to all of each kind.
  const all = new WeakMap<object, Known>();
  const pace = new BytePace();

  function end(known: Known, reason: string): void {
    if (known.connection.readyState !== 'open') return;
    log.refused(reason, { address: known.address });
    const webSocket = webSocketOf(known.connection);
    closeWith(known.connection, policyViolation);
    known.connection.close(true);
    // What has arrived already is not even read as packets.
    webSocket?.removeAllListeners('message');
    webSocket?.pause();
  }

  function packetArrived(this: Connection, packet: { type: string; data?: unknown }): void {
    const known = all.get(this);
    if (known === undefined) return;
    const text = packet.type === 'message' && typeof packet.data === 'string' ? packet.data : '';
    if (text.startsWith(joinType) && ++known.joins > 1) {
      const { isAllowed, resetMs } = handshakes.take(networkOf(known.address, 32));
      known.waitMs = isAllowed ? undefined : resetMs;
    }
    if (known.sent.packet(text.startsWith(eventType), Date.now())) end(known, 'too many packets');
  }

  function frameArrived(this: object): void {
    const known = all.get(this);
    if (known?.sent.packet(false, Date.now()) === true) end(known, 'too many packets');
  }

  function bytesArrived(this: Tcp, { length }: Buffer): void {
    const known = all.get(this);
    if (known === undefined) return;
    const { connection, userId, sent } = known;
    if (connection.readyState !== 'open') {
      // After a close the client has only its close frame to send.
      known.bytesAfterClose += length;
      if (known.bytesAfterClose > bytesAfterClose) this.destroy();
      return;
    }
    if (sent.bytes(length)) return end(known, 'too many bytes');
    const socket = userId === undefined ? undefined : webSocketOf(connection);
    if (userId !== undefined && socket !== undefined) pace.arrived(userId, length, socket);
  }

  io.engine.on('connection', (connection: Connection) => {
    const { request } = connection as unknown as { request: IncomingMessage };
    const webSocket = webSocketOf(connection);
    const tcp = request.socket;
    const known: Known = {
      connection,
      address: addressOf(request),
      sent: new SentPackets(),
      joins: 0,
      waitMs: undefined,
      userId: undefined,
      bytesAfterClose: 0,
    };
    for (const each of [connection, webSocket, tcp]) if (each !== undefined) all.set(each, known);
    connection.on('packet', packetArrived);
    webSocket?.on('ping', frameArrived);
    webSocket?.on('pong', frameArrived);
    tcp.on('data', bytesArrived);
    // A client that does not confirm the close would keep the connection for half a minute.
    connection.once('close', () => setTimeout(() => tcp.destroy(), socketGraceMs).unref());
  });
  for (const name of Object.values(namespaces)) {
    io.of(name).on('connection', ({ conn }) => all.get(conn)?.sent.joined());
  }

  return {
    networksOf: (connection) => networksOf(all.get(connection)?.address ?? ''),
    waitOf: (connection) => all.get(connection)?.waitMs,
    refused(connection) {
      const known = all.get(connection);
      if (known?.sent.refused() === true) end(known, 'too many refused joins');
    },
    joined(connection, userId) {
      const known = all.get(connection);
      if (known !== undefined) known.userId = userId;
    },
  };
}

/** First characters of a packet of socket.io: https://github.com/socketio/socket.io-protocol */
const joinType = '0';
const eventType = '2';
