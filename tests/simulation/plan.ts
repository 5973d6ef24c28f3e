import { Random } from './random.ts';

/**
 * The plan of one story as data: user actions, and faults of devices and server. Each item has its own seed, so one can
 * be left out without changing the others, which is how a failing story is shortened.
 */
export const troubleKinds = [
  'client crashed',
  'tab opened',
  'tab closed',
  'tab frozen',
  'signed out',
  'app updated',
  'device full',
  'clock jumped',
  'service worker',
  'offline',
  'server restarted',
  'server restored',
  'long transaction',
  'upload stalled',
  'bytes lost',
  'lent to another',
  'storage deleted',
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export interface Happening {
  /** Identifies it while a story is being shortened. */
  id: number;
  at: number;
  kind: TroubleKind | 'deed' | 'decision' | 'joining' | 'stop' | 'deletion';
  device: number;
  /** The tab of the device, if it has that many. */
  tab: number;
  seed: number;
}

export interface Plan {
  seed: number;
  devices: number;
  /** Maximum number of tabs of a device. */
  tabs: number;
  /** Probability that the network fails one request. */
  rate: number;
  /** Small, so that pages end in the middle of transactions. */
  pageSize: number;
  happenings: Happening[];
  /** Names of network faults to leave out. */
  spared: ReadonlySet<string>;
}

export const stormMs = 120_000;

/** Minimum and maximum number of each fault in a story; a minimum below one means not in every story. */
const troubles: Record<TroubleKind, [number, number]> = {
  'client crashed': [1, 5],
  'tab opened': [0, 4],
  'tab closed': [0, 2],
  'tab frozen': [0, 3],
  'signed out': [0, 2],
  'app updated': [-1, 1],
  'device full': [-1, 2],
  'clock jumped': [-1, 1],
  'service worker': [0, 2],
  offline: [0, 3],
  'server restarted': [0, 2],
  'server restored': [-1, 1],
  'long transaction': [0, 2],
  'upload stalled': [0, 2],
  'bytes lost': [-2, 1],
  'lent to another': [-1, 1],
  'storage deleted': [-1, 2],
};

/** @param tabs most tabs of a device; at least two */
export function planOf(seed: number, tabs = 2): Plan {
  const random = Random.of(seed, 'plan');
  const devices = random.chance(0.4) ? 4 : 3;
  const happenings: Happening[] = [];
  const add = (kind: Happening['kind'], at: number, from = random): void => {
    const [device, isFirst, own] = [from.below(devices), from.chance(0.75), from.below(2 ** 32)];
    const tab = isFirst ? 0 : 1 + (own % (tabs - 1));
    happenings.push({ id: happenings.length, at, kind, device, tab, seed: own });
  };
  // Half of the actions happen in bursts, when all users act at the same moment.
  const rushes = Array.from({ length: 5 }, () => 1000 + random.below(stormMs));
  for (let i = 0; i < 60; i++)
    add('deed', random.chance(0.5) ? 1000 + random.below(stormMs) : random.pick(rushes) + random.below(150));
  for (let at = 5000; at < stormMs; at += 7000) add('decision', at);
  for (let times = devices === 4 ? random.between(1, 4) : 0; times > 0; times--)
    add('joining', 5000 + random.below(stormMs));
  const aside = Random.of(seed, 'stops and deletions');
  for (let times = aside.between(2, 8); times > 0; times--) add('stop', 5000 + aside.below(stormMs));
  for (let times = aside.between(0, 3); times > 0; times--) add('deletion', 5000 + aside.below(stormMs));
  for (const kind of troubleKinds) {
    const [least, most] = troubles[kind];
    // Drawn apart, so that the earlier seeds keep the rest of their stories.
    const from = kind === 'storage deleted' ? Random.of(seed, kind) : random;
    for (let i = from.between(least, most); i > 0; i--) add(kind, 3000 + from.below(stormMs - 10_000), from);
  }
  happenings.sort((a, b) => a.at - b.at || a.id - b.id);
  return {
    seed,
    devices,
    tabs,
    rate: 0.04 + random.next() * 0.12,
    pageSize: random.between(3, 12),
    happenings,
    spared: new Set(),
  };
}
