/** A page that search engines may show, with the keys of its title (common.json) and its description (public.json). */
export interface PublicPageRow {
  path: string;
  title: string;
  description: string;
}

export const publicPages: readonly PublicPageRow[] = [
  { path: '/about_us', title: 'title.about', description: 'meta.about' },
  { path: '/pricing', title: 'title.pricing', description: 'meta.pricing' },
  { path: '/white-paper', title: 'title.whitePaper', description: 'meta.whitePaper' },
  { path: '/contact_us', title: 'title.contact', description: 'meta.contact' },
  { path: '/privacy-policy', title: 'title.privacy', description: 'meta.privacy' },
];
