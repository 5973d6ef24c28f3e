import { serverLimits } from '#domain/ground/server-limits.ts';
import { MINUTE } from '#domain/ground/units.ts';

/**
 * Counts what a connection has sent that no other limit counts. Until it has joined a namespace that is every packet
 * and byte; afterwards it is every packet that is not an event: pings, pongs, joins, leaves and binary data.
 */
export class SentPackets {
  #isJoined = false;
  #packets = 0;
  #bytes = 0;
  #refusals = 0;
  #minute = 0;

  /** Counts a packet. @returns whether the connection has sent too many */
  packet(isEvent: boolean, nowMs: number): boolean {
    if (!this.#isJoined) return ++this.#packets > serverLimits.packetsBeforeJoining;
    if (isEvent) return false;
    const minute = Math.floor(nowMs / MINUTE);
    if (minute !== this.#minute) [this.#minute, this.#packets] = [minute, 0];
    return ++this.#packets > serverLimits.otherPacketsPerMinute;
  }

  /** Counts bytes as they arrive, also of packets that are not complete. @returns whether these are too many */
  bytes(count: number): boolean {
    if (this.#isJoined) return false;
    this.#bytes += count;
    return this.#bytes > serverLimits.bytesBeforeJoining;
  }

  /** Counts a refused join. @returns whether the connection has tried too often */
  refused(): boolean {
    return ++this.#refusals > serverLimits.refusedJoins;
  }

  joined(): void {
    if (this.#isJoined) return;
    this.#isJoined = true;
    this.#packets = 0;
  }
}
