import type { PublicConfig } from '@ninesixteen/shared/api/account'
import { configBlock, dataBlock, jsonInPage } from '@ninesixteen/shared/api/site'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { siteFiles } from 'virtual:site-files'
import themeScript from '../../public/theme.js?raw'
import { SITE_PAGES, type SiteEntry } from './pages.ts'
import type { SitePage } from './site-page.ts'
import { structuredData } from './structured-data.ts'

const LANGUAGE = 'en'
const CARD = { width: 1200, height: 630 }

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}

function element(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
  return `<${name}${written.join('')}>`
}

const meta = (name: string, content: string): string => element('meta', { name, content })
const property = (name: string, content: string): string => element('meta', { property: name, content })
const link = (rel: string, href: string, attributes: Record<string, string> = {}): string => element('link', { rel, href, ...attributes })

/** With the product's name, for tabs and search results. */
function fullTitle({ title }: SitePage): string {
  return `${title} · ${PRODUCT_NAME}`
}

/** Metadata for search engines, messengers and social networks. */
function cards(entry: SiteEntry, page: SitePage, { publicUrl }: PublicConfig): string[] {
  const imageUrl = `${publicUrl}/card-${entry}.jpg`
  const url = publicUrl + page.path
  return [
    link('canonical', url),
    property('og:type', 'website'),
    property('og:site_name', PRODUCT_NAME),
    property('og:title', page.title),
    property('og:description', page.description),
    property('og:url', url),
    property('og:image', imageUrl),
    property('og:image:width', String(CARD.width)),
    property('og:image:height', String(CARD.height)),
    property('og:image:alt', `${page.title}: slides of a vertical slideshow next to the text`),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', page.title),
    meta('twitter:description', page.description),
    meta('twitter:image', imageUrl),
    ...structuredData(entry, page, publicUrl).map((data) => `<script type="application/ld+json">${jsonInPage(data)}</script>`),
  ]
}

function head(entry: SiteEntry, config: PublicConfig): string[] {
  const page: SitePage = SITE_PAGES[entry]
  const { script, imports, styles, fonts } = siteFiles[entry]
  return [
    '<meta charset="utf-8">',
    meta('viewport', 'width=device-width, initial-scale=1, viewport-fit=cover'),
    `<title>${escapeHtml(fullTitle(page))}</title>`,
    meta('description', page.description),
    meta('theme-color', '#0d0d11'),
    // Before the first paint, so that the other theme does not flash.
    `<script>${themeScript}</script>`,
    ...fonts.map((href) => link('preload', href, { as: 'font', type: 'font/woff2', crossorigin: '' })),
    ...styles.map((href) => link('stylesheet', href)),
    element('script', { type: 'module', src: script }) + '</script>',
    ...imports.map((href) => link('modulepreload', href)),
    link('icon', '/icon.svg', { type: 'image/svg+xml' }),
    link('apple-touch-icon', '/apple-touch-icon.png'),
    link('manifest', '/manifest.webmanifest'),
    ...(entry === 'not-found' || page.isPrivate ? [meta('robots', 'noindex')] : cards(entry, page, config)),
    configBlock(config),
  ]
}

interface DocumentParts {
  config: PublicConfig
  body: string
  /** A data block for this page. */
  data?: { id: string; value: unknown }
}

/** The complete HTML document of a public page. */
export function documentOf(entry: SiteEntry, { config, body, data }: DocumentParts): string {
  return [
    '<!doctype html>',
    `<html lang="${LANGUAGE}" data-theme="dark" data-public>`,
    '<head>',
    ...head(entry, config),
    ...(data ? [dataBlock(data.id, data.value)] : []),
    '</head>',
    `<body><div id="root">${body}</div></body>`,
    '</html>',
    '',
  ].join('\n')
}
