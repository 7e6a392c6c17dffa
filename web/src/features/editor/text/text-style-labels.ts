import type { TextStyle } from '@ninesixteen/shared/slide/model'

export const TEXT_STYLE_LABELS = {
  outline: 'Outline',
  'white-bg': 'White box',
  'black-bg': 'Black box',
  'black-outline': 'Black outline',
} as const satisfies Record<TextStyle, string>
