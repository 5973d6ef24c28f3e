import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { IconButton } from '../../ui/button.tsx';
import { chooseTheme, rememberedTheme, type Theme } from './theme.ts';

const icons = { system: Monitor, light: Sun, dark: Moon };
const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** Button that cycles through the themes: system, light, dark. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState(rememberedTheme);
  const Icon = icons[theme];
  const handleClick = () => {
    chooseTheme(next[theme]);
    setTheme(next[theme]);
  };
  return <IconButton label={t(`theme.${theme}`)} icon={<Icon aria-hidden />} onClick={handleClick} />;
}
