import { MINUTE, KB } from '#domain/ground/units.ts';

/** Packets, bytes and refused joins of a connection that has joined no namespace; more of them end it. */
export const packetsBeforeJoining = 10;
export const bytesBeforeJoining = 16 * KB;
export const refusedJoins = 3;
/** Packets of a joined connection that are not events: pings, pongs, joins, leaves and binary data. */
export const otherPacketsPerMinute = 100;

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
    if (!this.#isJoined) return ++this.#packets > packetsBeforeJoining;
    if (isEvent) return false;
    const minute = Math.floor(nowMs / MINUTE);
    if (minute !== this.#minute) [this.#minute, this.#packets] = [minute, 0];
    return ++this.#packets > otherPacketsPerMinute;
  }

  /** Counts bytes as they arrive, also of packets that are not complete. @returns whether these are too many */
  bytes(count: number): boolean {
    if (this.#isJoined) return false;
    this.#bytes += count;
    return this.#bytes > bytesBeforeJoining;
  }

  /** Counts a refused join. @returns whether the connection has tried too often */
  refused(): boolean {
    return ++this.#refusals > refusedJoins;
  }

  joined(): void {
    if (this.#isJoined) return;
    this.#isJoined = true;
    this.#packets = 0;
  }
}
