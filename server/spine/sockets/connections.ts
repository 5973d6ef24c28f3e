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

/** Connections of sockets, as the namespaces see them. */
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

/**
 * Watches what arrives over all connections, before any packet is parsed. A join costs its network as much as a
 * handshake; the first join of a connection is paid by its handshake.
 */
export function watchConnections(
  io: Server,
  { addressOf, handshakes, log }: { addressOf: (request: IncomingMessage) => string } & Omit<Shared, 'pace'>,
): Connections {
  // By connection, WebSocket and TCP socket, so that one function listens to all of each kind.
  const all = new WeakMap<object, WatchedConnection>();
  const shared: Shared = { handshakes, log, pace: new BytePace() };

  function packetArrived(this: Connection, packet: { type: string; data?: unknown }): void {
    all.get(this)?.packetArrived(packet);
  }

  function frameArrived(this: object): void {
    all.get(this)?.frameArrived();
  }

  function bytesArrived(this: Tcp, { length }: Buffer): void {
    all.get(this)?.bytesArrived(length, this);
  }

  io.engine.on('connection', (connection: Connection) => {
    const { request } = connection as unknown as { request: IncomingMessage };
    const webSocket = webSocketOf(connection);
    const tcp = request.socket;
    const watched = new WatchedConnection(connection, addressOf(request), shared);
    for (const each of [connection, webSocket, tcp]) if (each !== undefined) all.set(each, watched);
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
    refused: (connection) => all.get(connection)?.joinRefused(),
    joined: (connection, userId) => all.get(connection)?.joined(userId),
  };
}

/** Parts that all connections share. */
interface Shared {
  /** Joins and handshakes that each network has left. */
  handshakes: Allowance;
  log: Pick<ConnectionLog, 'refused'>;
  /** Slows down users who send much. */
  pace: BytePace;
}

/** A connection, and what it has sent. One that sends too much is ended. */
class WatchedConnection {
  readonly address: string;
  readonly sent = new SentPackets();
  /** Milliseconds until its network may join again; undefined while it may. */
  waitMs: number | undefined;
  readonly #connection: Connection;
  readonly #shared: Shared;
  #joins = 0;
  /** Id of the user as whom it has joined a namespace; undefined before. */
  #userId: string | undefined;
  #bytesAfterClose = 0;

  constructor(connection: Connection, address: string, shared: Shared) {
    this.#connection = connection;
    this.address = address;
    this.#shared = shared;
  }

  packetArrived(packet: { type: string; data?: unknown }): void {
    const text = packet.type === 'message' && typeof packet.data === 'string' ? packet.data : '';
    if (text.startsWith(joinType) && ++this.#joins > 1) {
      const { isAllowed, resetMs } = this.#shared.handshakes.take(networkOf(this.address, 32));
      this.waitMs = isAllowed ? undefined : resetMs;
    }
    if (this.sent.packet(text.startsWith(eventType), Date.now())) this.#end('too many packets');
  }

  /** A ping or pong of the WebSocket has arrived. */
  frameArrived(): void {
    if (this.sent.packet(false, Date.now())) this.#end('too many packets');
  }

  bytesArrived(count: number, tcp: Tcp): void {
    if (this.#connection.readyState !== 'open') {
      // After a close the client has only its close frame to send.
      this.#bytesAfterClose += count;
      if (this.#bytesAfterClose > bytesAfterClose) tcp.destroy();
      return;
    }
    if (this.sent.bytes(count)) return this.#end('too many bytes');
    const webSocket = this.#userId === undefined ? undefined : webSocketOf(this.#connection);
    if (this.#userId !== undefined && webSocket !== undefined) {
      this.#shared.pace.arrived(this.#userId, count, webSocket);
    }
  }

  joinRefused(): void {
    if (this.sent.refused()) this.#end('too many refused joins');
  }

  joined(userId: string): void {
    this.#userId = userId;
  }

  #end(reason: string): void {
    if (this.#connection.readyState !== 'open') return;
    this.#shared.log.refused(reason, { address: this.address });
    const webSocket = webSocketOf(this.#connection);
    closeWith(this.#connection, policyViolation);
    this.#connection.close(true);
    // Bytes that have arrived already are not even read as packets.
    webSocket?.removeAllListeners('message');
    webSocket?.pause();
  }
}

/** First characters of a packet of socket.io: https://github.com/socketio/socket.io-protocol */
const joinType = '0';
const eventType = '2';
