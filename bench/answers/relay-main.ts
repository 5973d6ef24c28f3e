import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keyedQuestion } from '../../tests/support/keyed-question.ts';
import { WebSocketServer } from 'ws';

/**
 * A bare relay: `POST /ask?key=…&model=…` streams a model's reply, and sends each of its bytes to all sockets as they arrive, with the
 * question's number before them. It checks, stores and authorizes nothing.
 */
const http = createServer((request, response) => {
  const asked = new URL(request.url ?? '', 'http://relay').searchParams;
  response.end();
  void relay(asked.get('key') ?? '', asked.get('model') ?? '');
});
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });

async function relay(key: string, model: string): Promise<void> {
  const body = JSON.stringify({
    model: 'bench',
    stream: true,
    messages: [{}, { content: JSON.stringify(keyedQuestion(Number(key))) }],
  });
  const reply = await fetch(`${model}/chat/completions`, { method: 'POST', body });
  for await (const bytes of reply.body ?? []) {
    const text = `${key} ${Buffer.from(bytes as Uint8Array).toString()}`;
    for (const socket of sockets.clients) socket.send(text);
  }
}

http.listen(0, '127.0.0.1');
await once(http, 'listening');
process.send?.({ url: `127.0.0.1:${(http.address() as AddressInfo).port}` });
