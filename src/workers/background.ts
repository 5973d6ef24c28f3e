import { expose } from 'comlink';
import type { VersionInfo } from '#domain/ground/wire/version.ts';
import { fingerprintOfDrawing } from './fingerprint.ts';
import { type VersionCheck, startVersionCheck } from './version-check.ts';

/** The worker that runs from the start, also before sign-in: the device's fingerprint and the version check. */
export interface Background {
  fingerprint(): string | null;
  watchVersion(running: string, onNew: (info: VersionInfo) => void): void;
  setActive(active: boolean): void;
}

let check: VersionCheck | undefined;

const background: Background = {
  fingerprint: fingerprintOfDrawing,
  watchVersion(running, onNew) {
    check?.stop();
    check = startVersionCheck(running, onNew);
  },
  setActive: (active) => check?.setActive(active),
};

expose(background);
