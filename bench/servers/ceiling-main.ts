import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { join, normalize } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type WebSocket, WebSocketServer } from 'ws';

/** The ceiling's server: a bare socket that relays each frame over an SQLite in memory, and the ceiling's page. */

const pages = process.env['PAGES'] as string;
const sqlite = new DatabaseSync(':memory:');
sqlite.exec('create table messages (id text primary key, room text, t int, body text)');
const insert = sqlite.prepare(
  `insert into messages
   select value ->> 'id', value ->> 'room', value ->> 't', value ->> 'body' from json_each(?)`,
);

const server = createServer(sendFile);
const sockets = new WebSocketServer({ server, maxPayload: 64 * 1024 * 1024 });
const readers = new Set<WebSocket>();
sockets.on('connection', (socket, request) => {
  if (request.url === '/bare?reader') {
    readers.add(socket);
    socket.on('close', () => readers.delete(socket));
  }
  socket.on('message', (bytes: Buffer) => relay(bytes.toString()));
});

function relay(frame: string): void {
  insert.run(frame);
  for (const reader of readers) reader.send(frame);
}

function sendFile(request: IncomingMessage, response: ServerResponse): void {
  const file = join(pages, normalize(new URL(request.url ?? '/', 'http://x').pathname));
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': file.endsWith('.js') ? 'text/javascript' : 'text/html' });
  createReadStream(file).pipe(response);
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('no port');
process.send?.({ url: `http://localhost:${address.port}` });
process.once('SIGTERM', () => process.exit(0));
