import { startPeers } from './server.ts';

const { url, close } = await startPeers(process.env['DATABASE_URL'] as string, process.env['PAGES'] as string);
process.send?.({ url });
process.once('SIGTERM', () => void close().then(() => process.exit(0)));
