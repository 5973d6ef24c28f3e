/** Returns the path of the checks of a file; the order has no value there. */
export function pathOfFile(id: string): string {
  return `files/${id}`;
}

/** Whether a path is that of a file. */
export function isPathOfFile(path: string): boolean {
  return path.startsWith('files/');
}
