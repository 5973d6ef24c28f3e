import type { Page } from 'playwright-core';

/**
 * Returns the names of the controls that are partly outside the window, or within its edges, where nothing scrolls to
 * them; and whether the page is too wide.
 * @param edges width in px of what lies on the left and the right of a window, such as a notch
 */
export function partlyOutside(page: Page, edges = { left: 0, right: 0 }): Promise<string[]> {
  return page.evaluate(async (taken) => {
    // A sheet that slides in is outside until it has arrived.
    const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
    const beside = [...document.querySelectorAll('button, a, input, select, textarea')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
      if (!isSeen || (left >= taken.left - 1 && right <= innerWidth - taken.right + 1)) return false;
      for (let up = element.parentElement; up !== null; up = up.parentElement)
        if (/auto|scroll/.test(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return false;
      return true;
    });
    const { scrollWidth } = document.documentElement;
    return [
      ...beside.map((element) => element.getAttribute('aria-label') ?? (element.textContent || element.tagName)),
      ...(scrollWidth > innerWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ];
  }, edges);
}
