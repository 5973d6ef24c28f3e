/** A report of danger: patterns that must all match, and patterns of which none may. */
export interface Report {
  all: readonly RegExp[];
  none: readonly RegExp[];
}

/** Whether a text is one of these reports. */
export function matches(reports: readonly Report[], text: string): boolean {
  return reports.some(({ all, none }) => all.every((each) => each.test(text)) && !none.some((each) => each.test(text)));
}
