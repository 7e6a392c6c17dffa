import type { Plugin } from 'vite'

/** A module of one icon: a list of paths, each with a random key. */
const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/].*\.m?js$/
const KEY = /, key: "[a-z0-9]+"/g
const ALIASES = /,\s*aliases: \[[^\]]*\]/

/** Removes keys and aliases from the icons: the page never reads them, and random text does not compress. */
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
