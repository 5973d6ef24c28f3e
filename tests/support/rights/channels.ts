import { createHash } from 'node:crypto';
import { protocolVersion } from '#domain/spine/wire/sync.ts';
import { type IncomingMessage, request } from 'node:http';
import { io, type Socket } from 'socket.io-client';
import { newDevice, newId } from '../users.ts';
import type { SignedIn } from '../servers/processes.ts';
import { until } from '../until.ts';

/** A user's socket in one namespace, with everything it received. */
export interface OpenSocket {
  name: string;
  /** Everything received, as text. */
  heard(): string;
  isOpen(): boolean;
  /** Resolves when everything sent so far has arrived, or the socket has closed. */
  settled(): Promise<void>;
  close(): void;
}

export const namespaceNames = ['/sync', '/po-chat', '/socket/v1'] as const;

/** Opens a socket. @returns undefined when the user is refused */
export async function openSocket(
  url: string,
  name: string,
  { token, user }: SignedIn,
): Promise<OpenSocket | undefined> {
  const socket: Socket = io(url + name, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
  });
  let heard = '';
  socket.onAny((...args: unknown[]) => (heard += `${JSON.stringify(args)}\n`));
  const isIn = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  if (!isIn) return undefined;
  return {
    name,
    heard: () => heard,
    isOpen: () => socket.connected,
    async settled() {
      if (!socket.connected) return;
      await Promise.race([
        name === '/sync' ? socket.emitWithAck('sync:push', nothing(user.id)) : socket.emitWithAck('get_rooms'),
        new Promise<void>((resolve) => socket.once('disconnect', () => resolve())),
      ]);
    },
    close: () => socket.disconnect(),
  };
}

/** A push without commands: its reply arrives after everything sent before. */
const nothing = (actor: string) => ({ protocol: protocolVersion, clientId: newId(), actor, commands: [] });

/** A user's call in progress that does not end by itself. */
export interface OpenCall {
  name: string;
  /** Whether it was ended before it was complete. */
  isOver(): boolean;
  /** Reads what has arrived; otherwise the end of a reply is not noticed. */
  readOn(): void;
  close(): void;
}

const halfOf = (method: string, path: string, headers: Record<string, string>, half: string | Buffer) => ({
  method,
  path,
  headers,
  half,
});

type Half = ReturnType<typeof halfOf>;

/** Calls that can be in progress: replies that are not read to the end, and bodies whose second half is not sent. */
const calls: Readonly<Record<string, (about: { fileId: string; uploadUrl: string }) => Half>> = {
  'a snapshot': () => halfOf('GET', '/api/v1/sync/snapshot', {}, ''),
  'a download': ({ fileId }) => halfOf('GET', `/api/v1/users/files/${fileId}`, {}, ''),
  'an upload': ({ uploadUrl }) => {
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    return halfOf('PATCH', uploadUrl, { ...tus, 'content-length': '1000000' }, Buffer.alloc(1000));
  },
  'a push': () => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    return halfOf('POST', '/api/v1/sync/push', headers, '{"protocol":1,');
  },
  'a form': () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1000' };
    return halfOf(
      'POST',
      '/api/v1/experts/chats',
      headers,
      '--x\r\ncontent-disposition: form-data; name="content"\r\n',
    );
  },
};

export const callNames = Object.keys(calls);

/** Starts a call and stops halfway. */
export async function openCall(url: string, name: string, { token }: SignedIn, fileId: string): Promise<OpenCall> {
  const uploadUrl = name === 'an upload' ? await beginUpload(url, token) : '';
  const { method, path, headers, half } = calls[name]?.({ fileId, uploadUrl }) ?? halfOf('GET', '/', {}, '');
  let isOver = false;
  let answer: IncomingMessage | undefined;
  let hasBegun = method !== 'GET';
  const asked = request(new URL(path, url), {
    method,
    headers: { ...headers, authorization: `Bearer ${token}`, origin: url, 'x-device-id': newDevice() },
  });
  asked.on('response', (response) => {
    hasBegun = true;
    answer = response;
    if (method !== 'GET' || response.statusCode !== 200) throw new Error(`${name} was answered ${response.statusCode}`);
    response.on('error', () => undefined);
  });
  asked.on('error', () => undefined);
  asked.on('close', () => (isOver = answer?.complete !== true));
  if (method === 'GET') asked.end();
  else asked.write(half);
  await until(`${name} is under way`, () => hasBegun);
  return { name, isOver: () => isOver, readOn: () => void answer?.resume(), close: () => asked.destroy() };
}

async function beginUpload(url: string, token: string): Promise<string> {
  const sha256 = createHash('sha256').update(token).digest('hex');
  const response = await fetch(`${url}/api/v1/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      origin: url,
      'tus-resumable': '1.0.0',
      'upload-length': '1000000',
      'upload-metadata': `filename ${coded('cell.png')},sha256 ${coded(sha256)}`,
    },
  });
  return new URL(response.headers.get('location') ?? '', url).pathname;
}

function coded(text: string): string {
  return Buffer.from(text).toString('base64');
}
