import type { Brand, RoleStyle } from './model.ts'

const PLAIN: RoleStyle = { text: null, highlight: null, background: null, uppercase: false }

/** A brand before anything is chosen: slides look and read as without one, but for the closing slide's logo. */
export const NEW_BRAND: Brand = {
  headlineFont: null,
  textFont: null,
  colors: [],
  styles: { hook: PLAIN, point: PLAIN, closing: PLAIN },
  logo: { slides: 'closing', corner: 'bottom-left', size: 'medium' },
  closing: { isOn: false, text: '' },
  tone: '',
  speaker: 'any',
  emoji: 'few',
  letterCase: 'lower',
  alwaysWords: [],
  neverWords: [],
  audience: '',
  hashtags: [],
  callToAction: '',
  formats: [],
}
