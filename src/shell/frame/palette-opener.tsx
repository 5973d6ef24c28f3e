import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Search from 'lucide-react/icons/search';
import { IconButton } from '../../ui/button.tsx';
import { isComposing } from '../../ui/form/composing.ts';
import { late } from '../../ui/states/late.tsx';
import type { Menu } from './menu.ts';

const Palette = late(async () => (await import('../palette/palette.tsx')).Palette);

/** Loads the palette before it is opened. If that fails, opening it tries again. */
function loadAhead(): void {
  Palette.load().catch(() => undefined);
}

/** The letter of the shortcut, and what its key types on a Korean keyboard. */
const letters: ReadonlySet<string> = new Set(['k', 'ㅏ']);

/** Button in the header that opens the palette; Ctrl+K, or Cmd+K on a Mac, does too. */
export function PaletteOpener({ menu }: { menu: Menu }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const typed = useRef<string | undefined>('');
  useEffect(() => {
    const life = new AbortController();
    const handleKeyDown = (event: KeyboardEvent) => {
      // The palette is on its way when the letter of the shortcut follows.
      if (event.key === 'Control' || event.key === 'Meta') loadAhead();
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // Key events of a browser that fills a form have no key, and no Ctrl.
      if (!isShortcut || event.defaultPrevented || !letters.has(event.key.toLowerCase())) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', handleKeyDown, { signal: life.signal });
    return () => life.abort();
  }, []);
  const pages = pagesOf(menu).map(({ text, to }) => ({ title: t(text), to }));
  return (
    <>
      <IconButton
        label={t('palette.open')}
        icon={<Search aria-hidden />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={loadAhead}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <>
          <TypedMeanwhile typed={typed} />
          <Suspense fallback={null}>
            <Palette
              pages={pages}
              takeTyped={() => {
                const text = typed.current ?? '';
                typed.current = undefined;
                return text;
              }}
              onClose={() => {
                typed.current = '';
                setOpen(false);
              }}
            />
          </Suspense>
        </>
      )}
    </>
  );
}

/** Keeps what is typed until the palette's field takes it, and the keys after it. */
function TypedMeanwhile({ typed }: { typed: RefObject<string | undefined> }) {
  useEffect(() => {
    const life = new AbortController();
    const handleKeyDown = (event: KeyboardEvent) => {
      if (typed.current === undefined) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', handleKeyDown, { capture: true, signal: life.signal });
    return () => life.abort();
  }, [typed]);
  return null;
}

/** Returns the entries of a menu that are not disabled. */
function pagesOf({ groups, button, foot }: Menu) {
  const items = [...groups.flatMap((group) => group.items), ...(button === undefined ? [] : [button]), ...foot];
  return items.filter(({ disabled }) => disabled === undefined);
}
