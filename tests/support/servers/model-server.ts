import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of a stand-in for a language model: what it was sent. */
interface ModelCall {
  path: string;
  authorization: string | undefined;
  body: { model: string; stream?: boolean; messages: { role: string; content: string }[] };
}

export interface ModelServer {
  /** Address for the settings, with the version. */
  url: string;
  calls: ModelCall[];
  /** What the next calls get. */
  reply: (response: ServerResponse, call: ModelCall) => void;
  /** Calls whose connection the caller has ended before the reply. */
  hungUp: number;
  close(): Promise<void>;
}

/** Starts a stand-in for an endpoint that speaks the protocol of OpenAI's chat completions. Listens on loopback only. */
export async function startModelServer(): Promise<ModelServer> {
  const http = createServer((request, response) => void answer(request, response));
  const server: ModelServer = {
    url: '',
    calls: [],
    reply: (response) => streamed(response, ['No reply was set.']),
    hungUp: 0,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    response.on('close', () => {
      if (!response.writableFinished) server.hungUp++;
    });
    const call = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(parts).toString()) as ModelCall['body'],
    };
    server.calls.push(call);
    server.reply(response, call);
  }
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  return server;
}

/** Returns one event of a stream, as the protocol writes it. */
export function chunk(content: string | null, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
}

/** Streams texts as a well-behaved endpoint does. */
export function streamed(response: ServerResponse, texts: readonly string[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const text of texts) response.write(chunk(text));
  response.end(`${chunk('', 'stop')}data: [DONE]\n\n`);
}
