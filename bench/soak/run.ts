import { parseArgs } from 'node:util';
import { kills } from './kills.ts';
import { soak } from './soak.ts';

/**
 * `npm run soak`: three servers, two hundred devices, and every fault that can be caused on one machine.
 *
 *   npm run soak -- --minutes 10 --clients 200 --rate 25 --seed 1
 *   npm run soak -- --kills 50        kills Node.js and its own PostgreSQL at fifty random moments
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '200' },
    rate: { type: 'string', default: '25' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    kills: { type: 'string' },
  },
});

const seed = Number(values.seed);
const isClean =
  values.kills === undefined
    ? await soak({ minutes: Number(values.minutes), clients: Number(values.clients), rate: Number(values.rate), seed })
    : await kills(Number(values.kills), seed);
console.log(isClean ? 'passed' : `FAILED, seed ${seed}`);
process.exit(isClean ? 0 : 1);
