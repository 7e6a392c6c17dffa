import type { Plugin } from 'vite'

/** One icon of the package: its paths stand in a list, each with a random key. */
const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/].*\.m?js$/
const KEY = /, key: "[a-z0-9]+"/g
const ALIASES = /,\s*aliases: \[[^\]]*\]/

/** Takes the keys of their paths and their other names out of the icons: nothing of a built page reads them, and random text does not compress. */
export function leanIcons(): Plugin {
  return {
    name: 'ninesixteen:lean-icons',
    apply: 'build',
    transform: {
      filter: { id: ICON },
      handler: (code) => ({ code: code.replace(KEY, '').replace(ALIASES, ''), map: null }),
    },
  }
}
