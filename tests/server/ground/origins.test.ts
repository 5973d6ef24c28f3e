import { expect, test } from 'vitest';
import { isOurPage } from '../../../server/ground/origins.ts';

const rows = [
  { publicUrl: 'https://vfp.example', origin: 'https://vfp.example', host: 'vfp.example', ours: true },
  { publicUrl: 'https://vfp.example', origin: 'http://vfp.example', host: 'vfp.example', ours: false },
  { publicUrl: 'https://vfp.example', origin: 'https://vfp.example:8443', host: 'vfp.example:8443', ours: false },
  { publicUrl: 'https://vfp.example', origin: 'https://evil.example', host: 'evil.example', ours: false },
  { publicUrl: 'https://vfp.example', origin: 'http://localhost:3000', host: 'localhost:3000', ours: false },
  { publicUrl: 'http://localhost:3000', origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000', ours: true },
  { publicUrl: 'http://localhost:3000', origin: 'http://localhost:5173', host: 'localhost:5173', ours: true },
  { publicUrl: 'http://localhost:3000', origin: 'http://[::1]:3000', host: '[::1]:3000', ours: true },
  { publicUrl: 'http://localhost:3000', origin: 'http://localhost:8080', host: 'localhost:3000', ours: false },
  { publicUrl: 'http://localhost:3000', origin: 'http://evil.example:3000', host: 'evil.example:3000', ours: false },
  { publicUrl: 'http://localhost:3000', origin: 'http://127.evil.example', host: '127.evil.example', ours: false },
  { publicUrl: 'http://localhost:3000', origin: 'null', host: 'localhost:3000', ours: false },
  { publicUrl: 'https://vfp.example', origin: undefined, host: 'vfp.example', ours: true },
];

test.each(rows)('a server with public URL $publicUrl trusts a page of $origin at host $host: $ours', (row) => {
  const { origin, host, publicUrl, ours } = row;
  expect(isOurPage({ ...(origin === undefined ? {} : { origin }), host }, publicUrl)).toBe(ours);
});
