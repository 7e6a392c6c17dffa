import type { Me, Theme } from '@ninesixteen/shared/api/account'
import { deviceStorage } from './browser-storage.ts'

export type ThemeChoice = Theme | 'system'

const STORAGE_KEY = 'ninesixteen.theme'
export const LIGHT_SYSTEM = '(prefers-color-scheme: light)'

let chosen: ThemeChoice | null = null

/** Public pages follow the system until the user has chosen. */
function choiceNow(): string {
  const isPublic = document.documentElement.hasAttribute('data-public')
  return chosen ?? deviceStorage()?.getItem(STORAGE_KEY) ?? (isPublic ? 'system' : 'dark')
}

/** Follows changes of the system's theme while the choice is `system`. */
export function followSystemTheme(): void {
  matchMedia(LIGHT_SYSTEM).addEventListener('change', () => {
    if (choiceNow() === 'system') apply('system')
  })
}

export function themeChosenIn({ theme, themeFollowsSystem }: Pick<Me['settings'], 'theme' | 'themeFollowsSystem'>): ThemeChoice {
  return themeFollowsSystem ? 'system' : theme
}

/** Applies a theme and stores it for the next first paint (public/theme.js), which is dark by default. */
export function applyTheme(choice: ThemeChoice): void {
  // Every refetch of the settings calls this.
  if (choice === chosen) return
  chosen = choice
  apply(choice)
  try {
    deviceStorage()?.setItem(STORAGE_KEY, choice)
  } catch (error) {
    console.info('Storing the theme failed; the next page loads it from the settings.', error)
  }
}

function apply(choice: ThemeChoice): void {
  const systemTheme = matchMedia(LIGHT_SYSTEM).matches ? 'light' : 'dark'
  const theme = choice === 'system' ? systemTheme : choice
  document.documentElement.dataset['theme'] = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#0d0d11' : '#faf9f6')
}
