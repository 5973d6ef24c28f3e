import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { Logo } from '../../ui/logo.tsx';
import { UnreadCount } from '../../ui/unread-count.tsx';
import styles from './navigation.module.css';

/** Column of links, with the brand at the top, which links to `home`, and `foot` at the bottom. */
export function Navigation({
  product,
  home,
  label,
  foot,
  children,
}: {
  product: string;
  home: string;
  label: string;
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <nav className={styles.nav} aria-label={label}>
      <Link to={home} className={styles.brand}>
        <Logo />
        {product}
      </Link>
      <div className={styles.groups}>{children}</div>
      <ul className={styles.foot}>{foot}</ul>
    </nav>
  );
}

/** Group of links, under a heading if it has one. */
export function NavGroup({ title, children }: { title: string | undefined; children: ReactNode }) {
  return (
    <div>
      {title !== undefined && <h2 className={styles.groupTitle}>{title}</h2>}
      <ul className={styles.list}>{children}</ul>
    </div>
  );
}

interface NavItemProps {
  to: string;
  icon: ReactNode;
  /** Number of unread messages, or of what needs the user; `countLabel` is its text for screen readers. */
  count: number;
  countLabel: string;
  /** Reason why the item is disabled; `to` is then the page where that can be changed. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

/** One link of the sidebar. */
export function NavItem({ to, icon, count, countLabel, disabledReason, children }: NavItemProps) {
  return (
    <li>
      <NavLink
        to={to}
        className={styles.item ?? ''}
        {...(disabledReason === undefined ? {} : { title: disabledReason })}
        aria-disabled={disabledReason !== undefined || undefined}
        aria-description={disabledReason}
      >
        {icon}
        <span className={styles.itemText}>{children}</span>
        <UnreadCount count={count} label={countLabel} />
      </NavLink>
    </li>
  );
}
