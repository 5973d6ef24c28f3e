/** Path of what is missing among the files of an order. */
export const filesPath = 'files';

/** Returns the path of the checks of a file; the order has no value there. */
export function pathOfFile(id: string): string {
  return `files/${id}`;
}

/** Returns the id of the file whose checks have this path; undefined for other paths. */
export function fileAt(path: string): string | undefined {
  const [list, id] = path.split('/');
  return list === 'files' ? id : undefined;
}

/** Whether a path is that of a file. */
export function isPathOfFile(path: string): boolean {
  return fileAt(path) !== undefined;
}
