import type { Theme } from '@ninesixteen/shared/api/account'

const STORAGE_KEY = 'ninesixteen.theme'
/** Media query that holds where the system is set to light. */
export const LIGHT_SYSTEM = '(prefers-color-scheme: light)'

let chosen: Theme | null = null

/** From here on the page changes with the system, as long as no theme is chosen. */
export function followSystemTheme(): void {
  matchMedia(LIGHT_SYSTEM).addEventListener('change', show)
}

/** Shows a theme, or the system's where none is chosen, and remembers that for the next first paint (public/theme.js). */
export function applyTheme(theme: Theme | null): void {
  chosen = theme
  show()
  try {
    if (theme) localStorage.setItem(STORAGE_KEY, theme)
    else localStorage.removeItem(STORAGE_KEY)
  } catch (cause) {
    console.info('The browser keeps no storage: the theme is asked for again next time.', cause)
  }
}

function show(): void {
  const theme = chosen ?? (matchMedia(LIGHT_SYSTEM).matches ? 'light' : 'dark')
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0d0d11' : '#faf9f6')
}
