import { escapeHtml } from '#domain/ground/html.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fallbackLanguage, languages } from '#domain/ground/languages.ts';
import { publicPages, type PublicPageRow } from '#domain/account/public-pages.ts';

/**
 * Fills the head of public pages for search engines: title, description, canonical URL, alternate languages and
 * structured data. The app renders the rest.
 */

interface Head {
  page: PublicPageRow;
  /** Public address without a trailing slash. */
  publicUrl: string;
  /** Language in the URL; unknown ones mean English. */
  language: string | undefined;
  /** Public data embedded in the page, by element id, which saves the page its first request. */
  given?: Record<string, unknown>;
}

/** Returns the built page with the head of this page. */
export async function pageWithHead(
  distDir: string,
  { page, publicUrl, language: asked, given = {} }: Head,
): Promise<string> {
  const language = languages.find(({ code }) => code === asked)?.code ?? fallbackLanguage;
  const [html, common, words] = await Promise.all([
    readFile(join(distDir, 'index.html'), 'utf8'),
    textsOf(distDir, language, 'common'),
    textsOf(distDir, language, 'public'),
  ]);
  const site = common('site.name');
  const title = `${common(page.title)} · ${site}`;
  const description = words(page.description);
  const url = addressOf(publicUrl, page.path, language);
  const extra = [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    ...languages.map(
      ({ code }) =>
        `<link rel="alternate" hreflang="${code}" href="${escapeHtml(addressOf(publicUrl, page.path, code))}" />`,
    ),
    ...Object.entries({ title, description, url, type: 'website', site_name: site }).map(
      ([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}" />`,
    ),
    ...structured({ page, publicUrl, site, description, language, paper: words('whitePaper.title') }).map(
      (data) => `<script type="application/ld+json">${scriptText(data)}</script>`,
    ),
    ...Object.entries(given).map(
      ([id, data]) => `<script type="application/json" id="${id}">${scriptText(data)}</script>`,
    ),
  ];
  return html
    .replace(/<html lang="[^"]*"/, `<html lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_all, start: string) => start + escapeHtml(description))
    .replace('</head>', () => `${extra.join('\n')}\n</head>`);
}

/** Serializes JSON so that it cannot close its script element. */
function scriptText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Returns the sitemap of public pages. */
export function sitemap(publicUrl: string): string {
  const urls = publicPages.map(({ path }) => {
    const others = languages.map(
      ({ code }) =>
        `<xhtml:link rel="alternate" hreflang="${code}" href="${escapeHtml(addressOf(publicUrl, path, code))}"/>`,
    );
    return `<url><loc>${escapeHtml(publicUrl + path)}</loc>${others.join('')}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

/** Returns robots.txt: pages are allowed, the API is not. */
export function robots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /dev/\nDisallow: /docs\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

function addressOf(publicUrl: string, path: string, language: string): string {
  return language === fallbackLanguage ? publicUrl + path : `${publicUrl}${path}?lng=${language}`;
}

interface DescribedPage {
  page: PublicPageRow;
  publicUrl: string;
  site: string;
  description: string;
  language: string;
  paper: string;
}

function structured({ page, publicUrl, site, description, language, paper }: DescribedPage): object[] {
  const context = 'https://schema.org';
  const organization = { '@type': 'Organization', name: site, url: publicUrl, logo: `${publicUrl}/icons/icon-512.png` };
  const about = { '@context': context, ...organization };
  if (page.path !== '/white-paper') return [about];
  const url = publicUrl + page.path;
  const article = { '@type': 'TechArticle', headline: paper, description, url, inLanguage: language };
  return [about, { '@context': context, ...article, publisher: organization }];
}

/** Returns a function that reads texts of a build's locale file by path. */
async function textsOf(distDir: string, language: string, namespace: string): Promise<(path: string) => string> {
  const file: unknown = JSON.parse(await readFile(join(distDir, 'locales', language, `${namespace}.json`), 'utf8'));
  return (path) => {
    const text = path.split('.').reduce<unknown>((part, key) => partOf(part, key), file);
    if (typeof text !== 'string') throw new Error(`${namespace}.json has no text ${path}`);
    return text;
  };
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}
