import type { DBCoreMutateRequest } from 'dexie';
import { limits } from '#domain/limits.ts';
import type { Me } from '#domain/users.ts';
import { clearConfirmed } from '../../src/db/storage.ts';
import type { UserDb } from '../../src/db/schema.ts';
import type { Report } from '../../src/sync/world.ts';
import { Disk } from './disk.ts';
import { DeviceLocks } from './locks.ts';
import { Random } from './random.ts';
import { Tab } from './tab.ts';
import type { Timeline } from './timeline.ts';
import type { Caller, Wire } from './wire.ts';

export interface DeviceParts {
  name: string;
  me: Me;
  seed: number;
  timeline: Timeline;
  wire: Wire;
  tell: (what: string) => void;
}

/** One device of a person: up to two tabs of the app over one disk that survives them. */
export class Device {
  readonly name: string;
  /** Whose it is, and who is signed in. */
  readonly owner: Me;
  me: Me;
  readonly disk: Disk;
  /** Whether the server accepts its token. */
  isSignedIn = true;
  isOnline = true;
  /** The person has been told to sign in again and has not yet. */
  isParked = false;
  /** Told when something has been kept or sent. */
  changed: () => void = () => undefined;
  /** How often it has forgotten what the server told. */
  forgotten = 0;
  /** What a tab wrote that does not lead any more. */
  readonly fencingFaults: string[] = [];
  version = 1;
  clockMs = 0;
  readonly tabs: (Tab | undefined)[] = [undefined, undefined];
  readonly #parts: DeviceParts;
  readonly #random: Random;
  readonly #locks = new DeviceLocks();
  readonly #workers = new Set<Tab>();
  /** Everybody who has something stored here. */
  readonly #known: Set<string>;
  #leader: Tab | undefined;
  #isUpdating = false;

  constructor(parts: DeviceParts) {
    this.name = parts.name;
    this.owner = parts.me;
    this.me = parts.me;
    this.#known = new Set([parts.me.id]);
    this.#parts = parts;
    this.#random = Random.of(parts.seed, 'device', parts.name);
    this.disk = new Disk(parts.name);
  }

  /** The tab in this place, or any other that is there. */
  tab(slot: number): Tab | undefined {
    return this.tabs[slot] ?? this.tabs.find((tab) => tab !== undefined);
  }

  /** A connection to what is stored, if any tab is open. */
  get db(): UserDb | undefined {
    return this.tab(0)?.db;
  }

  get isUp(): boolean {
    return this.tab(0) !== undefined && !this.isParked && !this.#isUpdating;
  }

  /** Opens a tab in this place; answers nothing where there is one, or nobody may work. */
  open(slot: number): void {
    if (this.tabs[slot] !== undefined || this.isParked || this.#isUpdating) return;
    const tab = this.#make(String(slot), (gone, withinMs) => this.#reopen(slot, gone, withinMs));
    this.tabs[slot] = tab;
    tab.open().catch(() => tab.isAlive && this.#reopen(slot, tab, 5000));
  }

  /** Wakes the service worker, which drains if no live tab leads. */
  async wakeWorker(): Promise<void> {
    if (this.isParked || this.#isUpdating) return;
    const worker = this.#make('worker', (gone) => gone.end());
    this.#workers.add(worker);
    await worker.drainOnce(limits.serviceWorkerDrainMs).catch(() => undefined);
    worker.end();
    this.#workers.delete(worker);
  }

  #make(place: string, gone: (tab: Tab, withinMs: number) => void): Tab {
    const { timeline, wire, name } = this.#parts;
    const { me } = this;
    const caller: Caller = {
      name: `${name}/${place}`,
      device: name,
      me,
      version: this.version,
      isSignedIn: () => this.isSignedIn,
      isOnline: () => this.isOnline,
    };
    const tab: Tab = new Tab({
      me,
      caller,
      disk: this.disk,
      locks: this.#locks,
      timeline,
      wire,
      random: this.#random,
      clockMs: () => this.clockMs,
      report: (told) => this.#told(told),
      outgrown: () => gone(tab, 1000),
      crashed: () => gone(tab, 5000),
      replied: () => this.changed(),
      wrote: (writer, table, request) => this.#watchLead(writer, table, request),
    });
    return tab;
  }

  /** Only who has taken the lead last may write what replies have said. */
  #watchLead(tab: Tab, table: string, request: DBCoreMutateRequest): void {
    if (table === 'meta' && request.type === 'put' && request.values.some(({ key }) => key === 'leader'))
      this.#leader = tab;
    if (table === 'acks' && request.type === 'add' && tab.isOpen && this.#leader !== tab)
      this.fencingFaults.push(`(f) on ${this.name} a tab that was robbed of the lead wrote what a reply had said`);
  }

  #told(told: Report): void {
    if (told.type === 'session.refused') this.#park();
    if (told.type === 'client.refused') this.update();
  }

  close(slot: number): void {
    this.tabs[slot]?.end();
    this.tabs[slot] = undefined;
  }

  #endAll(): void {
    for (const slot of this.tabs.keys()) this.close(slot);
    for (const worker of this.#workers) worker.end();
  }

  /** The tab is gone; it comes back within this time. */
  #reopen(slot: number, tab: Tab, withinMs: number): void {
    if (this.tabs[slot] !== tab) return tab.end();
    this.tabs[slot] = undefined;
    tab.end();
    this.#parts.timeline.at(this.#random.between(50, withinMs), () => this.open(slot));
  }

  crash(slot: number): void {
    const tab = this.tabs[slot];
    if (tab !== undefined) this.#reopen(slot, tab, 5000);
  }

  /** The new version of the app takes over: every tab reloads, one after the other, over what the old one has stored. */
  update(): void {
    if (this.#isUpdating) return;
    this.version++;
    for (const slot of this.tabs.keys()) {
      const tab = this.tabs[slot];
      if (tab !== undefined) this.#reopen(slot, tab, 3000);
    }
  }

  /** As `update`, but what lies on the disk was stored by the first version ever shipped. */
  async updateFromFirst(): Promise<void> {
    if (this.#isUpdating || this.isParked) return;
    this.#isUpdating = true;
    this.#endAll();
    await this.#parts.timeline.sleep(10, never);
    await this.disk.storeAsFirstVersion(this.#known);
    await this.#parts.timeline.sleep(10, never);
    this.#isUpdating = false;
    this.version++;
    this.open(0);
  }

  /** What the app does on a 401: exchange ends, what the server told goes, the queue stays; the person signs in again later. */
  #park(): void {
    if (this.isParked) return;
    this.isParked = true;
    this.#parts.tell(`${this.name} is asked to sign in again`);
    this.#endAll();
    const { timeline } = this.#parts;
    timeline.at(10, () => void this.#forget());
    timeline.at(this.#random.between(500, 20_000), () => {
      this.isSignedIn = true;
      this.isParked = false;
      this.open(0);
    });
  }

  /** Its person signs out, leaving what waits for the next time, and somebody else signs in for a while. */
  async lendTo(visitor: Me, forMs: number): Promise<void> {
    if (this.me !== this.owner || !this.isUp) return;
    await this.#changeTo(visitor);
    this.#parts.timeline.at(forMs, () => void this.#giveBack());
  }

  async #giveBack(): Promise<void> {
    if (this.me === this.owner) return;
    if (this.isParked || this.#isUpdating) this.#parts.timeline.at(1000, () => void this.#giveBack());
    else await this.#changeTo(this.owner);
  }

  async #changeTo(me: Me): Promise<void> {
    const { timeline, tell } = this.#parts;
    this.#isUpdating = true;
    this.#endAll();
    await timeline.sleep(10, never);
    await this.#forget();
    await timeline.sleep(10, never);
    tell(`${this.name} is used by ${me.display_name}`);
    this.me = me;
    this.#known.add(me.id);
    this.isSignedIn = true;
    this.#isUpdating = false;
    this.open(0);
  }

  /** The browser has thrown away a file's bytes. */
  async loseBytes(): Promise<void> {
    const db = this.disk.connect(this.me.id, this.version);
    try {
      const [hash] = await db.blobs.toCollection().primaryKeys();
      if (hash !== undefined) await db.transaction('rw!', db.blobs, async () => db.blobs.delete(hash));
    } finally {
      db.close();
    }
  }

  /** As in the app: what cannot be cleared now, on a full disk, is left for the next who arrives. */
  async #forget(): Promise<void> {
    const db = this.disk.connect(this.me.id, this.version);
    this.forgotten++;
    await clearConfirmed(db).catch(() => this.#parts.tell(`${this.name} could not clear what it was told`));
    db.close();
  }

  /** Whatever stood in its way is over. */
  recover(): void {
    this.isOnline = true;
    this.disk.isFull = false;
    for (const tab of this.tabs) {
      tab?.thaw();
      tab?.retryNow();
    }
    if (this.tab(0) === undefined) this.open(0);
  }

  /** Ends it for good. */
  stop(): void {
    for (const tab of [...this.tabs, ...this.#workers]) {
      tab?.end();
      tab?.db.close();
    }
  }
}

const never = new AbortController().signal;
