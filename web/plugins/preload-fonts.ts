import type { Plugin } from 'vite'

/** The two files that the first paint of every page needs; other scripts load when a text has them. */
const FIRST_FONTS = /^assets\/(inter|tiktok-sans)-latin-wght-normal-[\w-]+\.woff2$/

/** Asks for the first fonts together with the page, so that its words do not jump when they arrive. */
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
