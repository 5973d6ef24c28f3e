/** Calls `visited` with the current path now and after each change, however it changes, until the signal aborts. */
export function watchPath(visited: (path: string) => void, signal: AbortSignal): void {
  let last = '';
  function look(): void {
    if (location.pathname === last) return;
    last = location.pathname;
    visited(last);
  }
  const { navigation } = globalThis as { navigation?: EventTarget };
  if (navigation !== undefined) navigation.addEventListener('currententrychange', look, { signal });
  else {
    // Without the Navigation API, the path is read after each click, because the router navigates in its own handler.
    addEventListener('click', () => setTimeout(look), { signal });
    addEventListener('popstate', look, { signal });
  }
  look();
}
