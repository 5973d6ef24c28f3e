import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Search from 'lucide-react/icons/search';
import { IconButton } from '../../ui/button.tsx';
import type { Menu } from './menu.ts';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));

/** The letter of the shortcut, and what its key types on a Korean keyboard. */
const letters: ReadonlySet<string> = new Set(['k', 'ㅏ']);

/** Button in the header that opens the palette; Ctrl+K, or Cmd+K on a Mac, does too. */
export function PaletteOpener({ menu }: { menu: Menu }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    const handleKeyDown = (event: KeyboardEvent) => {
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
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the entries of a menu that are not disabled. */
function pagesOf({ groups, button, foot }: Menu) {
  const items = [...groups.flatMap((group) => group.items), ...(button === undefined ? [] : [button]), ...foot];
  return items.filter(({ disabled }) => disabled === undefined);
}
