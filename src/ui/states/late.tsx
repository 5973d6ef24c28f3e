import { type ComponentType, lazy, useState } from 'react';

/** A component whose code is loaded when it is first rendered, or ahead of that. */
export type LateComponent<P = object> = ComponentType<P> & {
  /** Loads the code. A failure is the same that rendering would throw. */
  load(): Promise<void>;
};

/**
 * Returns a component whose code `get` loads. Once that is there, it renders without a fallback; what `React.lazy`
 * returns would show one first, and React then keeps a fallback for at least 300 ms.
 */
export function late<P extends object>(get: () => Promise<ComponentType<P>>): LateComponent<P> {
  let loaded: ComponentType<P> | undefined;

  async function load(): Promise<void> {
    loaded ??= await get();
  }

  const Lazy = lazy(async () => {
    await load();
    return { default: loaded as ComponentType<P> };
  });

  /** Keeps what it has rendered first: another component would begin with a new state. */
  function Late(props: P) {
    const [Present] = useState(() => loaded ?? Lazy);
    return <Present {...props} />;
  }

  return Object.assign(Late, { load });
}
