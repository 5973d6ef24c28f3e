import { connect, type Socket } from 'node:net';
import { until } from '../until.ts';

/** A WebSocket whose frames are written by hand: what no client of ours sends. */
export interface RawWebSocket {
  /** Texts received. */
  texts: string[];
  /** Code of the close frame that the server has sent. */
  closeCode: () => number | undefined;
  isEnded: () => boolean;
  /** Sends a text, or another kind of frame. */
  send(text: string, options?: { opcode?: number; isLast?: boolean }): void;
  /** Sends many texts in one write. */
  flood(text: string, times: number): void;
  end(): void;
}

/** What a close without a code counts as. */
const noCode = 1005;

/** Opcodes of frames: RFC 6455, section 5.2. */
export const opcodes = { part: 0, text: 1, binary: 2, close: 8, ping: 9 };

/** Opens a WebSocket to the server. @param address from which a proxy says that it comes */
export async function openRawSocket(url: string, address?: string): Promise<RawWebSocket> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const texts: string[] = [];
  let closeCode: number | undefined;
  let isEnded = false;
  let rest = Buffer.alloc(0);
  let isOpen = false;
  socket.on('error', () => undefined);
  socket.on('close', () => (isEnded = true));
  socket.on('data', (bytes: Buffer): void => {
    rest = Buffer.concat([rest, bytes]);
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (!rest.toString().startsWith('HTTP/1.1 101')) {
        socket.destroy();
        return;
      }
      isOpen = true;
      rest = rest.subarray(end + 4);
    }
    for (let frame = firstFrame(rest); frame !== undefined; frame = firstFrame(rest)) {
      rest = rest.subarray(frame.length);
      if (frame.opcode === opcodes.text) texts.push(frame.payload.toString());
      if (frame.opcode === opcodes.close) closeCode = frame.payload.length > 1 ? frame.payload.readUInt16BE(0) : noCode;
    }
  });
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `host: ${host}`,
      ...(address === undefined ? [] : [`x-forwarded-for: ${address}`]),
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  await until('the socket is open or refused', () => texts.length > 0 || isEnded);
  return {
    texts,
    closeCode: () => closeCode,
    isEnded: () => isEnded,
    send: (text, { opcode = opcodes.text, isLast = true } = {}) => write(socket, frameOf(text, opcode, isLast)),
    flood: (text, times) => write(socket, Buffer.concat(Array(times).fill(frameOf(text, opcodes.text, true)))),
    end: () => void socket.destroy(),
  };
}

function write(socket: Socket, bytes: Buffer): void {
  if (!socket.destroyed) socket.write(bytes);
}

/** Returns a masked frame; the mask is zero. */
function frameOf(text: string, opcode: number, isLast: boolean): Buffer {
  const payload = Buffer.from(text);
  const first = (isLast ? 0x80 : 0) | opcode;
  const head = Buffer.from([first, 0x80 | payload.length]);
  const mask = Buffer.alloc(4);
  if (payload.length < 126) return Buffer.concat([head, mask, payload]);
  const long = Buffer.alloc(10);
  long.set([first, 0x80 | 127]);
  long.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([long, mask, payload]);
}

/** Returns the first frame of the server; undefined while it is incomplete. */
function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const said = bytes.readUInt8(1) & 0x7f;
  const start = said === 126 ? 4 : said === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const size = said === 126 ? bytes.readUInt16BE(2) : said === 127 ? Number(bytes.readBigUInt64BE(2)) : said;
  if (bytes.length < start + size) return undefined;
  return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(start, start + size), length: start + size };
}
