import { once } from 'node:events';
import { WebSocketServer } from 'ws';

/** A bare socket server that echoes every message. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) =>
  socket.on('message', (bytes, isBinary) => socket.send(bytes, { binary: isBinary })),
);
await once(server, 'listening');
const address = server.address();
process.send?.({ url: typeof address === 'string' ? address : `ws://127.0.0.1:${address?.port}` });
