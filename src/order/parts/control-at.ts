/** Returns the selector of the control that edits the value at a path. */
export function controlAt(path: string): string {
  return `[data-path="${CSS.escape(path)}"] :is(input, select, textarea)`;
}
