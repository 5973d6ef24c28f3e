import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.tsx';
import type { Menu, MenuItem } from './menu.ts';
import { Navigation, NavGroup, NavItem } from './navigation.tsx';
import styles from './navigation.module.css';

interface MenuColumnProps {
  product: string;
  /** Path that the brand at the top links to. */
  home: string;
  menu: Menu;
  /** By the item's text key, or its `disabled` key where it has one. */
  icons: Record<string, ReactNode>;
  /** Counts by the item's path: unread messages, or what `countText` names. */
  counts: Record<string, number>;
}

/** A menu as shown in the sidebar and, on phones, in the drawer. */
export function MenuColumn({ product, home, menu, icons, counts }: MenuColumnProps) {
  const { t } = useTranslation();
  const itemsOf = (items: MenuItem[]) =>
    items.map(({ text, to, disabled, countText = 'unread' }) => {
      const count = counts[to] ?? 0;
      return (
        <NavItem
          key={text}
          to={to}
          icon={icons[disabled ?? text]}
          count={count}
          countLabel={t(countText, { count })}
          disabledReason={disabled && t(disabled)}
        >
          {t(text)}
        </NavItem>
      );
    });
  return (
    <Navigation product={product} home={home} label={t('shell.navigation')} foot={itemsOf(menu.foot)}>
      {menu.groups.map(({ title, items }) => (
        <NavGroup key={items[0]?.text} title={title === null ? undefined : t(title)}>
          {itemsOf(items)}
        </NavGroup>
      ))}
      {menu.button !== undefined && (
        <div className={styles.subscribe}>
          <Link to={menu.button.to} className={buttonClass} data-variant="primary">
            {t(menu.button.text)}
          </Link>
        </div>
      )}
    </Navigation>
  );
}
