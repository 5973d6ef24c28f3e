import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '#domain/ground/units.ts';

/** A webhook whose signature is older than this is rejected. */
const webhookAgeMs = 5 * MINUTE;

/**
 * Whether the provider has signed exactly these bytes, and recently.
 * @param header `t=<seconds>,v1=<hex>`, with several `v1` while a secret is replaced
 */
export function isSigned(raw: Buffer, header: string | undefined, secret: string, nowMs: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const at = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^[0-9]{1,12}$/.test(at) || Math.abs(nowMs - Number(at) * 1000) > webhookAgeMs) return false;
  const right = createHmac('sha256', secret).update(`${at}.`).update(raw).digest();
  return parts.some(([name, hex]) => name === 'v1' && isSameSignature(right, hex ?? ''));
}

function isSameSignature(right: Buffer, hex: string): boolean {
  return /^[0-9a-f]{64}$/.test(hex) && timingSafeEqual(right, Buffer.from(hex, 'hex'));
}
