import { once } from 'node:events';
import { WebSocketServer } from 'ws';

/** A bare socket server: what a process and a socket cost without a product. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
await once(server, 'listening');
const address = server.address();
process.send?.({ url: typeof address === 'string' ? address : `ws://127.0.0.1:${address?.port}` });
