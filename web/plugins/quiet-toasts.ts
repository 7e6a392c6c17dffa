import type { Plugin } from 'vite'

const SONNER = /sonner[\\/]dist[\\/]index\.mjs$/
/** Where the package writes its styles into the page, as a style element, with the first import. */
const INSERTION = /^__insertCSS\(".*"\);$/m

/** Takes the styles out of sonner's script: the page's policy refuses style elements, and `toast-host.tsx` imports them as a file. */
export function quietToasts(): Plugin {
  return {
    name: 'ninesixteen:quiet-toasts',
    apply: 'build',
    transform: {
      filter: { id: SONNER },
      handler(code) {
        if (!INSERTION.test(code)) throw new Error('sonner no longer writes its styles in the way that is taken out here')
        return { code: code.replace(INSERTION, ''), map: null }
      },
    },
  }
}
