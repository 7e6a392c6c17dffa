import type { Plugin } from 'vite'

/** The two fonts of every page's first paint; fonts for other scripts load when a text needs them. */
const FIRST_FONTS = /^assets\/(inter|tiktok-sans)-latin-wght-normal-[\w-]+\.woff2$/

/** Preloads the first fonts, so that text does not shift when they arrive. */
export function preloadFonts(): Plugin {
  return {
    name: 'ninesixteen:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}
