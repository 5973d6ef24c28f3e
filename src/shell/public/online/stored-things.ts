import type { ConsentCategory } from '#domain/account/consent.ts';
import {
  consentCookieDays,
  conversationCookieDays,
  deviceCookieDays,
  tokenDaysOnLogin,
} from '#domain/ground/cookies.ts';

/** Everything stored in a user's browser, for the privacy policy. A test compares it with a real browser. */
export interface StoredThing {
  kind: 'cookie' | 'localStorage' | 'sessionStorage' | 'database' | 'cache';
  /** Its name; `*` at the end means a prefix. */
  name: string;
  /** Key of public.json under `privacy.device.purpose`. */
  purpose: string;
  /** Days, or a key of public.json under `privacy.device.life`. */
  life: number | 'signOut' | 'sent' | 'page' | 'kept' | 'cleared';
  category: ConsentCategory;
}

export const storedThings: readonly StoredThing[] = [
  { kind: 'cookie', name: 'at', purpose: 'at', life: tokenDaysOnLogin, category: 'necessary' },
  { kind: 'cookie', name: 'userData', purpose: 'userData', life: tokenDaysOnLogin, category: 'necessary' },
  {
    kind: 'cookie',
    name: 'conversation_id',
    purpose: 'conversation_id',
    life: conversationCookieDays,
    category: 'functional',
  },
  { kind: 'cookie', name: 'deviceId', purpose: 'deviceId', life: deviceCookieDays, category: 'necessary' },
  {
    kind: 'cookie',
    name: 'cookie_consent',
    purpose: 'cookie_consent',
    life: consentCookieDays,
    category: 'necessary',
  },
  { kind: 'localStorage', name: 'vfp.session', purpose: 'session', life: 'signOut', category: 'necessary' },
  { kind: 'localStorage', name: 'vfp.userData', purpose: 'userData', life: 'signOut', category: 'necessary' },
  { kind: 'localStorage', name: 'vfp.remember', purpose: 'remember', life: 'cleared', category: 'necessary' },
  { kind: 'localStorage', name: 'vfp.signOuts', purpose: 'signOuts', life: 'sent', category: 'necessary' },
  { kind: 'localStorage', name: 'vfp.parked', purpose: 'parked', life: 'sent', category: 'necessary' },
  { kind: 'localStorage', name: 'vfp.typed.*', purpose: 'typed', life: 'sent', category: 'necessary' },
  { kind: 'localStorage', name: 'vfp-fingerprint', purpose: 'fingerprint', life: 'cleared', category: 'necessary' },
  { kind: 'localStorage', name: 'i18nextLng', purpose: 'language', life: 'kept', category: 'functional' },
  { kind: 'localStorage', name: 'vfp.theme', purpose: 'theme', life: 'kept', category: 'functional' },
  { kind: 'localStorage', name: 'vfp.storage-note', purpose: 'notes', life: 'kept', category: 'functional' },
  { kind: 'localStorage', name: 'vfp.pictures', purpose: 'pictures', life: 'kept', category: 'functional' },
  { kind: 'sessionStorage', name: 'vfp*', purpose: 'tab', life: 'page', category: 'necessary' },
  { kind: 'database', name: 'vfp_u_*', purpose: 'database', life: 'signOut', category: 'necessary' },
  { kind: 'database', name: 'vfp_device', purpose: 'parked', life: 'cleared', category: 'necessary' },
  { kind: 'cache', name: 'vfp-*', purpose: 'caches', life: 'cleared', category: 'necessary' },
  { kind: 'cache', name: 'workbox-*', purpose: 'caches', life: 'cleared', category: 'necessary' },
];
