/** Public pages on which guests can ask the assistant, in a box at the foot. */
export const pagesWithQuestions: readonly string[] = ['/about_us', '/pricing', '/white-paper'];

/** The part of an address that opens the box. */
export const guestBoxHash = '#ask-here';

/** Returns the path that opens the box: on this page where it has one. */
export function pathOfGuestBox(pathname = ''): string {
  return `${pagesWithQuestions.includes(pathname) ? pathname : '/about_us'}${guestBoxHash}`;
}
