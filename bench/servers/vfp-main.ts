import { readConfig } from '../../server/ground/config.ts';
import { createLog } from '../../server/ground/log.ts';
import { serve } from '../../server/serve.ts';

const config = { ...readConfig(process.env), demo: true };
const serving = await serve(config, { distDir: process.env['PAGES'] as string, log: createLog('warn') });
await serving.demoFilled;
process.send?.({ url: `http://localhost:${config.port}` });
process.once('SIGTERM', () => void serving.close().then(() => process.exit(0)));
