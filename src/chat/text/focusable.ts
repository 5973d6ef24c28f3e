/** Makes a scroller focusable, so that the keyboard can scroll it. */
export function makeFocusable(element: HTMLElement | null): void {
  if (element !== null) element.tabIndex = 0;
}
