import { hasPassed } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import type { Device } from './device/device.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Happening, Plan, TroubleKind } from './plan.ts';
import { Random } from './random.ts';
import type { Backup, Server } from './server.ts';
import type { Timeline } from './timeline.ts';
import type { Wire } from './device/wire.ts';

interface Parts {
  plan: Plan;
  timeline: Timeline;
  wire: Wire;
  server: Server;
  faults: Faults;
  devices: Device[];
  /** The user who may sign in on another user's device. */
  visitor: Me;
  ledger: Ledger;
  tell: (what: string) => void;
}

const day = 24 * 60 * 60_000;

/** Faults of devices and server, as the plan says; lasting ones end by themselves. */
export class Troubles {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  strike(kind: TroubleKind | 'joining', device: Device, { tab: slot, seed, id }: Happening): void {
    const { faults, tell } = this.#parts;
    const random = new Random(seed);
    tell(`${kind}: ${kind.startsWith('server') || kind === 'long transaction' ? '' : device.name} ${slot}`);
    if (kind === 'joining') return this.#join(`joining ${id}`, random);
    faults.happened(kind);
    this.#kinds[kind](device, slot, random);
  }

  readonly #kinds: Record<TroubleKind, (device: Device, slot: number, random: Random) => void> = {
    'client crashed': (device, slot, random) => {
      if (random.chance(0.7)) device.tab(slot)?.crashAfterWrites(random.between(1, 25));
      else device.crash(slot);
    },
    'tab opened': (device) => device.openMore(),
    'tab closed': (device, slot, random) => {
      device.close(slot);
      this.#later(random.between(1000, 20_000), () => device.open(slot));
    },
    'tab frozen': (device, slot, random) => {
      const tab = device.tab(slot);
      tab?.freeze();
      this.#later(random.between(100, 2000), () => device.openMore());
      this.#later(random.between(5000, 60_000), () => tab?.thaw());
    },
    'signed out': (device) => (device.isSignedIn = false),
    'app updated': (device, _slot, random) => {
      if (random.chance(0.4)) this.#parts.wire.minVersion = device.version + 1;
      else if (random.chance(0.5)) device.update();
      else void device.updateFromFirst();
    },
    'device full': ({ disk }, _slot, random) => {
      disk.isFull = true;
      this.#later(random.between(3000, 20_000), () => (disk.isFull = false));
    },
    'clock jumped': (device, _slot, random) => {
      device.clockMs += random.pick([-day, -60_000, 15_000, day, 61 * day, 365 * day]);
    },
    'service worker': (device) => void device.wakeWorker(),
    offline: (device, _slot, random) => {
      device.isOnline = false;
      device.saysOffline = random.chance(0.6);
      this.#later(random.between(2000, 40_000), () => {
        device.isOnline = true;
        device.saysOffline = false;
        for (const tab of device.tabs) tab?.retryNow();
      });
    },
    'upload stalled': (device, _slot, random) => {
      const { wire, timeline } = this.#parts;
      wire.stalled.set(device.name, timeline.now + random.between(5000, 60_000));
    },
    'bytes lost': (device) => void device.loseBytes(),
    'lent to another': (device, _slot, random) => void device.lendTo(this.#parts.visitor, random.between(3000, 30_000)),
    'storage deleted': (device) => device.deleteStorage(),
    'server restarted': (_device, _slot, random) => this.#parts.wire.crash(random.between(500, 8000)),
    'server restored': (_device, _slot, random) => this.#restore(random),
    'long transaction': (_device, _slot, random) =>
      this.#parts.server.holdOpen('a long transaction', random.between(1000, 8000)),
  };

  #later(ms: number, run: () => void): void {
    this.#parts.timeline.at(ms, run);
  }

  /** Restores the server to its state some seconds before; everything users had from that time is lost with it. */
  #restore(random: Random): void {
    this.#parts.server.backup((backup) => {
      this.#later(random.between(0, 15_000), () => this.#goBack(backup, random.between(500, 5000)));
    });
  }

  #goBack(backup: Backup, downMs: number): void {
    const { server, wire, ledger, tell } = this.#parts;
    tell('the server is restored');
    for (const entry of ledger.kept) {
      if (entry.cmdId === undefined || backup.has(entry.cmdId)) continue;
      const answer = server.seen.answerTo(entry.cmdId);
      if (answer === undefined || !('pos' in answer)) continue;
      entry.isUndone = true;
      const told = wire.handedOut.get(entry.device.name);
      if (told !== undefined && hasPassed(told, answer.pos)) entry.isLost = true;
    }
    wire.handedOut.clear();
    wire.crash(downMs);
    backup.restore();
  }

  /** Adds a user to another user's room without a command. */
  #join(name: string, random: Random): void {
    const { server, devices } = this.#parts;
    const [, , , other] = devices;
    // The device's owner, even while it is lent out.
    const rooms = [...server.seen.rows.rooms.values()].filter(({ customerId }) => customerId !== other?.owner.id);
    if (other === undefined || rooms.length === 0) return;
    // Staff can remove users from some rooms only.
    const roomId = (rooms.find(({ type }) => type >= 5) ?? random.pick(rooms)).id;
    server.join(name, roomId, other.owner.id, random.between(1, 500));
  }
}
