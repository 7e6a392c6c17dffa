import type { Plugin } from 'vite'

const SONNER = /sonner[\\/]dist[\\/]index\.mjs$/
/** The statement by which the package inserts its style element. */
const INSERTION = /^__insertCSS\(".*"\);$/m

/** Removes the styles from sonner's script: the content security policy forbids style elements, and `toast-host.tsx` imports the CSS file. */
export function quietToasts(): Plugin {
  return {
    name: 'ninesixteen:quiet-toasts',
    apply: 'build',
    transform: {
      filter: { id: SONNER },
      handler(code) {
        if (!INSERTION.test(code)) throw new Error('sonner no longer inserts its styles in the known way')
        return { code: code.replace(INSERTION, ''), map: null }
      },
    },
  }
}
