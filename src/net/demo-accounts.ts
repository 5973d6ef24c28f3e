import type { DemoAccounts, VersionInfo } from '#domain/ground/wire/version.ts';
import { deadlines } from './deadlines.ts';

/** Returns the accounts that a server with demo data offers; null from all others. */
export async function readDemoAccounts(): Promise<DemoAccounts | null> {
  const signal = AbortSignal.timeout(deadlines.version);
  const response = await fetch('/version.json', { cache: 'no-store', signal });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  if (!response.ok || !isJson) return null;
  return ((await response.json()) as VersionInfo).demo ?? null;
}
