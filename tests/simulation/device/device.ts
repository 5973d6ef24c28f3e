import type { DBCoreMutateRequest } from 'dexie';
import type { Me } from '#domain/account/users.ts';
import { isQuotaExceeded } from '../../../src/db/free-space.ts';
import { clearConfirmed } from '../../../src/db/storage.ts';
import type { UserDb } from '../../../src/db/schema.ts';
import type { MachineStep } from '../../../src/sync/machine.ts';
import type { EngineReport } from '../../../src/sync/world.ts';
import { Disk } from './disk.ts';
import { DeviceLocks } from './locks.ts';
import { Random } from '../random.ts';
import { Tab } from './tab.ts';
import type { Timeline } from '../timeline.ts';
import type { Caller } from './caller.ts';
import type { Wire } from './wire.ts';
import { serviceWorkerDrainMs } from '../../../src/workers/background-sync.ts';

export interface DeviceParts {
  name: string;
  me: Me;
  seed: number;
  /** Maximum number of tabs it has open. */
  tabs: number;
  timeline: Timeline;
  wire: Wire;
  tell: (what: string) => void;
  /** Called for each step of the readers and writers of its tabs. */
  watch: (step: MachineStep) => void;
}

/** One device of a user: tabs of the app on one disk, which survives them. */
export class Device {
  readonly name: string;
  /** Its owner, and the signed-in user. */
  readonly owner: Me;
  me: Me;
  readonly disk: Disk;
  /** Whether the server accepts its token. */
  isSignedIn = true;
  isOnline = true;
  /** Whether it says so when it has no network: a device may be in a network that leads nowhere. */
  saysOffline = false;
  /** Whether the user must sign in again and has not done so yet. */
  isParked = false;
  /** Called when something was stored or pushed. */
  changed: () => void = () => undefined;
  /** How often it has deleted the server's data. */
  forgotten = 0;
  /** Writes of tabs that no longer lead. */
  readonly fencingFaults: string[] = [];
  version = 1;
  clockMs = 0;
  readonly tabs: (Tab | undefined)[];
  readonly #parts: DeviceParts;
  readonly #random: Random;
  readonly #locks = new DeviceLocks();
  readonly #workers = new Set<Tab>();
  /** All users with stored data on this device. */
  readonly #known: Set<string>;
  #leader: Tab | undefined;
  #isUpdating = false;

  constructor(parts: DeviceParts) {
    this.name = parts.name;
    this.owner = parts.me;
    this.tabs = Array.from({ length: parts.tabs }, () => undefined);
    this.me = parts.me;
    this.#known = new Set([parts.me.id]);
    this.#parts = parts;
    this.#random = Random.of(parts.seed, 'device', parts.name);
    this.disk = new Disk(parts.name);
  }

  /** Returns the tab in this slot, or any other open one. */
  tab(slot: number): Tab | undefined {
    return this.tabs[slot] ?? this.tabs.find((tab) => tab !== undefined);
  }

  /** A connection to the database, if any tab is open. */
  get db(): UserDb | undefined {
    return this.tab(0)?.db;
  }

  get isUp(): boolean {
    return this.tab(0) !== undefined && !this.isParked && !this.#isUpdating;
  }

  /** Opens a tab in each free slot but the first, whose tab opens again by itself. */
  openMore(): void {
    for (const slot of this.tabs.keys()) if (slot > 0) this.open(slot);
  }

  /** Opens a tab in this slot; does nothing if there is one, or no user is signed in. */
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
    await worker.drainOnce(serviceWorkerDrainMs).catch(() => undefined);
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
      saysOffline: () => this.saysOffline,
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
      watch: (step) => this.#parts.watch(step),
      outgrown: () => gone(tab, 1000),
      crashed: () => gone(tab, 5000),
      replied: () => this.changed(),
      wrote: (writer, table, request) => this.#watchLead(writer, table, request),
    });
    return tab;
  }

  /** Checks that only the latest leader writes results of pushes. */
  #watchLead(tab: Tab, table: string, request: DBCoreMutateRequest): void {
    if (table === 'meta' && request.type === 'put' && request.values.some(({ key }) => key === 'leader'))
      this.#leader = tab;
    if (table === 'acks' && request.type === 'add' && tab.isOpen && this.#leader !== tab)
      this.fencingFaults.push(`(f) on ${this.name} a tab that was robbed of the lead wrote what a reply had said`);
  }

  #told(told: EngineReport): void {
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

  /** Closes the tab; it opens again within this time. */
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

  /** Updates the app: every tab reloads in turn, with the data the old version has stored. */
  update(): void {
    if (this.#isUpdating) return;
    this.version++;
    for (const slot of this.tabs.keys()) {
      const tab = this.tabs[slot];
      if (tab !== undefined) this.#reopen(slot, tab, 3000);
    }
  }

  /** Like `update`, but the data was stored by the first released version. */
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

  /**
   * Does what the app does on a 401: synchronization ends, the server's data is deleted, the outbox stays, and the user
   * signs in again later.
   */
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

  /** Signs the owner out with entries pending, and signs in another user for a while. */
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

  /**
   * Deletes the database under the open tabs. They restore it before anything else happens: a page that is killed before that has
   * lost the only copy, which no rule of the product excludes.
   */
  deleteStorage(): void {
    const open = [...this.tabs, ...this.#workers].filter((tab) => tab?.isOpen === true && tab.isAlive) as Tab[];
    if (!this.isUp || !this.tabs.some((tab) => tab !== undefined && open.includes(tab))) return;
    this.forgotten++;
    for (const tab of open) tab.crashAfterWrites(Infinity);
    const { timeline } = this.#parts;
    timeline.fastUntil = timeline.now;
    this.disk.deleteUnder(open.map(({ db }) => db));
  }

  /** Loses a file's bytes, as when the browser evicts them. */
  async loseBytes(): Promise<void> {
    const db = this.disk.connect(this.me.id, this.version);
    try {
      const [hash] = await db.blobs.toCollection().primaryKeys();
      if (hash !== undefined) await db.transaction('rw!', db.blobs, async () => db.blobs.delete(hash));
    } catch (error) {
      // A new version cannot open the database on a full disk: this time nothing is lost.
      if (!isQuotaExceeded(error)) throw error;
    } finally {
      db.close();
    }
  }

  /** As in the app: data that cannot be deleted now, because the disk is full, is deleted at the next sign-in. */
  async #forget(): Promise<void> {
    const db = this.disk.connect(this.me.id, this.version);
    this.forgotten++;
    await clearConfirmed(db).catch(() => this.#parts.tell(`${this.name} could not clear what it was told`));
    db.close();
  }

  /** Ends all faults of this device. */
  recover(): void {
    this.isOnline = true;
    this.saysOffline = false;
    this.disk.isFull = false;
    for (const tab of this.tabs) {
      tab?.thaw();
      tab?.retryNow();
    }
    if (this.tab(0) === undefined) this.open(0);
  }

  /** Stops the device permanently. */
  stop(): void {
    for (const tab of [...this.tabs, ...this.#workers]) {
      tab?.end();
      tab?.db.close();
    }
  }
}

const never = new AbortController().signal;
