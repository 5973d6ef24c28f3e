import type { ManifestOptions } from 'vite-plugin-pwa';

/** Web app manifest. `id` must never change: installed apps would be orphaned. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Virtual Factory Platform',
  short_name: 'VFP',
  description: 'Chat with battery experts and order prototyping and testing, with or without a network.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/chat/general?src=pwa',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  orientation: 'any',
  theme_color: '#015aae',
  background_color: '#f5f7fa',
  categories: ['business', 'productivity', 'utilities'],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  prefer_related_applications: false,
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    screenshot('expert-desktop-light', 'wide', 'Chat with a battery expert'),
    screenshot('prototyping-desktop-light', 'wide', 'An order, priced while typing'),
    screenshot('general-phone-light', 'narrow', 'The assistant and its sources'),
    screenshot('expert-phone-light', 'narrow', 'Chat with a battery expert'),
    screenshot('waiting-phone-light', 'narrow', 'What waits for the network'),
  ],
  shortcuts: [
    { name: 'New order', short_name: 'Order', url: '/one-stop-order/Prototyping?src=shortcut', icons: shortcutIcon() },
    { name: 'Messenger', short_name: 'Messages', url: '/one-stop-order/messenger?src=shortcut', icons: shortcutIcon() },
    { name: 'Ask the assistant', short_name: 'Ask', url: '/chat/general?src=shortcut', icons: shortcutIcon() },
  ],
};

/**
 * Picture in `public/screenshots`, which browsers show when they install the app.
 * They require one aspect ratio per form factor.
 */
function screenshot(name: string, form_factor: 'wide' | 'narrow', label: string) {
  const sizes = form_factor === 'wide' ? '1440x900' : '390x844';
  return { src: `/screenshots/${name}.png`, sizes, type: 'image/png', form_factor, label };
}

function shortcutIcon() {
  return [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }];
}
