import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../ui/button.tsx';
import styles from './frame.module.css';

/**
 * Row of the banners above a page. It is as high as the banners were when the page was opened, so that nothing moves
 * under a finger: what comes later lies over the page until it is closed or another page is opened, and what goes
 * leaves its room until then.
 */
export function BannerRow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const row = useRef<HTMLDivElement>(null);
  const banners = useRef<HTMLOutputElement>(null);
  const [isOver, setOver] = useState(false);
  const [closedOn, setClosedOn] = useState<string>();
  const openedFor = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (row.current === null || openedFor.current === pathname) return;
    openedFor.current = pathname;
    row.current.style.height = `${banners.current?.offsetHeight ?? 0}px`;
  }, [pathname]);
  useEffect(() => {
    const compare = () => {
      const height = banners.current?.offsetHeight ?? 0;
      setOver(height > (row.current?.offsetHeight ?? 0));
      // The next banner is another one.
      if (height === 0) setClosedOn(undefined);
    };
    const observer = new ResizeObserver(compare);
    for (const { current } of [row, banners]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={row}
      className={styles.banners}
      data-over={isOver || undefined}
      data-closed={(isOver && closedOn === pathname) || undefined}
    >
      <div>
        <output ref={banners}>{children}</output>
        {isOver && (
          <IconButton small label={t('banner.hide')} icon={<X aria-hidden />} onClick={() => setClosedOn(pathname)} />
        )}
      </div>
    </div>
  );
}
