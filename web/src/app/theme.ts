import type { Me, Theme } from '@ninesixteen/shared/api/account'
import { deviceStorage } from './browser-storage.ts'

/** A theme, or the system's, whichever that is at the moment. */
export type ThemeChoice = Theme | 'system'

const STORAGE_KEY = 'ninesixteen.theme'
/** Media query that holds where the system is set to light. */
export const LIGHT_SYSTEM = '(prefers-color-scheme: light)'

let chosen: ThemeChoice | null = null

/** From here on the page changes with the system, as long as that is what was chosen. */
export function followSystemTheme(): void {
  matchMedia(LIGHT_SYSTEM).addEventListener('change', () => {
    if ((chosen ?? deviceStorage()?.getItem(STORAGE_KEY)) === 'system') show('system')
  })
}

export function themeChosenIn({ theme, themeFollowsSystem }: Pick<Me['settings'], 'theme' | 'themeFollowsSystem'>): ThemeChoice {
  return themeFollowsSystem ? 'system' : theme
}

/** Shows what was chosen, and remembers it for the next first paint (public/theme.js), which is dark where nothing is remembered. */
export function applyTheme(choice: ThemeChoice): void {
  // The settings are asked for again and again.
  if (choice === chosen) return
  chosen = choice
  show(choice)
  try {
    deviceStorage()?.setItem(STORAGE_KEY, choice)
  } catch (cause) {
    console.info("This browser's storage is full: the theme is asked for again next time.", cause)
  }
}

function show(choice: ThemeChoice): void {
  const ofSystem = matchMedia(LIGHT_SYSTEM).matches ? 'light' : 'dark'
  const theme = choice === 'system' ? ofSystem : choice
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0d0d11' : '#faf9f6')
}
