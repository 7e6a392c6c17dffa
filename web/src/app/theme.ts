import type { Theme } from '@ninesixteen/shared/api/account'

const STORAGE_KEY = 'ninesixteen.theme'

/** Sets the theme on the root and remembers it for the next first paint (public/theme.js). */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0d0d11' : '#faf9f6')
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch (cause) {
    console.info('The browser keeps no storage: the theme is asked for again next time.', cause)
  }
}
