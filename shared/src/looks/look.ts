import type { EmphasisLook } from '../slide/emphasis.ts'
import type { TextAlignment } from '../slide/limits.ts'
import type { PhotoEffects, Shadow } from '../slide/model.ts'
import type { Letters } from './letters.ts'
import type { LookId } from './look-ids.ts'

/** The part that a slide has in its slideshow. */
export const SLIDE_ROLES = ['cover', 'point', 'lines', 'question', 'quote', 'closing'] as const
export type SlideRole = (typeof SLIDE_ROLES)[number]

/** Third of the slide that the texts are in. */
export type Place = 'top' | 'middle' | 'bottom'

/** Largest and smallest size in slide units; the largest that fits is taken. */
export type Sizes = readonly [largest: number, smallest: number]

/** The texts of one kind in a look. Colors are hex. */
export interface LookText extends Letters {
  color: string
  /** Behind each line. */
  highlight?: string
  shadow?: Shadow
}

/** Colors that a brand may tint. */
export interface LookColors {
  /** The color of letters. */
  ink: string
  /** Under letters, where a look has a plain ground. */
  paper: string
  /** For emphasised words and ornaments. */
  accent: string
}

/** Drawn under or beside the texts. */
export type Ornament =
  /** A short line above the first text, or between it and the next. */
  | { kind: 'rule'; at: 'above' | 'between'; color: string; width: number; thickness: number }
  /** A card behind all texts. */
  | { kind: 'card'; fill: string; radius: number; padding: number; stroke?: { color: string; width: number }; opacity?: number }
  /** A plain area from the texts to the nearest edge of the slide. */
  | { kind: 'panel'; fill: string }
  /** The number of a point, large, above its text. */
  | { kind: 'numeral'; color: string; size: number; letters: Letters }
  /** A quotation mark above the text. */
  | { kind: 'mark'; color: string; size: number; letters: Letters }

/** How slides look: everything that generation sets beside texts and photos. Only what the editor can set as well. */
export interface LookSpec {
  id: LookId
  colors: LookColors
  title: LookText
  body: LookText
  /** Sizes of the first text of a slide by its role, and of the texts below it. */
  sizes: Record<SlideRole, { title: Sizes; body: Sizes }>
  align: TextAlignment
  /** Thirds in the order of preference. */
  places: readonly Place[]
  /** The look of emphasised words; null for that of the others. */
  emphasis: EmphasisLook | null
  ornaments: readonly Ornament[]
  /** Whether the photo is seen; without it, slides have plain colors. */
  hasPhoto: boolean
  effects?: PhotoEffects
  /** Darkens the photo under texts, unless an ornament or a highlight separates them. */
  relief: 'scrim' | 'none'
  /** Least level of the scrim where there is a photo. */
  scrimMin?: number
  /** Plain colors of slides without a photo, in turn. Absent: the backdrops of the slideshow. */
  grounds?: readonly string[]
}

export interface Look {
  label: string
  /** In one short sentence. */
  hint: string
  /** Null for the product's first layout, which has numbers of its own. */
  spec: ((colors: Partial<LookColors>) => Omit<LookSpec, 'id'>) | null
}
