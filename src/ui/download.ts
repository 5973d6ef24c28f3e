import { MINUTE } from '#domain/ground/units.ts';

/** Starts a browser download with this file name. */
export function download(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // The download has its own reference to the bytes once it has started.
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE);
}
