/** Tells the address now and after each change of it, however it is changed, until the signal aborts. */
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
    // Without the Navigation API a click is the moment to look; the router moves in its own handler.
    addEventListener('click', () => setTimeout(look), { signal });
    addEventListener('popstate', look, { signal });
  }
  look();
}
