import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { join, normalize } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Pool } from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BenchMessage } from '../workload.ts';

/**
 * The servers compared with ours: the ceiling's bare socket over an SQLite in memory, and the naive outbox's POST on the same
 * PostgreSQL as ours.
 */
export async function startPeers(databaseUrl: string, pages: string): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  await pool.query('create table if not exists peer_messages (id text primary key, room text, t int, body text)');
  await pool.query('truncate peer_messages');
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec('create table messages (id text primary key, room text, t int, body text)');
  const insert = sqlite.prepare(
    `insert into messages
     select value ->> 'id', value ->> 'room', value ->> 't', value ->> 'body' from json_each(?)`,
  );

  const server = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ server, maxPayload: 64 * 1024 * 1024 });
  const readers = { '/bare?reader': new Set<WebSocket>(), '/naive': new Set<WebSocket>() };
  sockets.on('connection', (socket, request) => {
    if (request.url === '/bare?reader' || request.url === '/naive') {
      const group = readers[request.url];
      group.add(socket);
      socket.on('close', () => group.delete(socket));
    }
    socket.on('message', (bytes: Buffer) => relay(bytes.toString()));
  });

  function relay(frame: string): void {
    insert.run(frame);
    for (const reader of readers['/bare?reader']) reader.send(frame);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const row = JSON.parse(body) as BenchMessage;
      await pool.query('insert into peer_messages values ($1, $2, $3, $4)', [row.id, row.room, row.t, row.body]);
      for (const reader of readers['/naive']) reader.send(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      return;
    }
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
  return {
    url: `http://localhost:${address.port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await pool.end();
    },
  };
}
