import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { IconButton } from '../../ui/button.tsx';
import { chooseTheme, rememberedTheme, type Theme } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };
const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/**
 * Button that cycles through the themes: system, light, dark. An icon with a tooltip; in a menu an item, which shows
 * its text.
 * @param itemClass class of the menu's items
 */
export function ThemeSwitch({ itemClass }: { itemClass?: string | undefined }) {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(rememberedTheme);
  const Icon = icons[theme];
  const handleClick = () => {
    chooseTheme(next[theme]);
    setTheme(next[theme]);
  };
  const label = t(`theme.${theme}`);
  if (itemClass === undefined) return <IconButton label={label} icon={<Icon aria-hidden />} onClick={handleClick} />;
  return (
    <button type="button" className={itemClass} onClick={handleClick}>
      <Icon aria-hidden />
      {label}
    </button>
  );
}
