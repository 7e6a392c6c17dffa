import type { Shape } from './limits.ts'

/** Icons of the elements panel, by their names in Lucide, in groups. */
export const ICON_GROUPS = {
  Arrows:
    'arrow-up arrow-down arrow-left arrow-right arrow-up-right arrow-big-right arrow-big-down chevron-right chevrons-right chevron-down corner-down-right move-right refresh-cw repeat undo-2',
  Signs:
    'check circle-check square-check x circle-x plus minus circle-plus circle-question-mark circle-exclamation-point triangle-exclamation-point info hash at-sign asterisk percent quote sparkle sparkles star heart thumbs-up thumbs-down flag bookmark ban infinity',
  Social:
    'share-2 send message-circle messages-square mail bell eye link users user user-plus face-slightly-smiling face-grinning party-popper gift hand-heart handshake megaphone trophy medal crown',
  Media:
    'camera image video play pause eighth-notes mic headphones clapperboard tv smartphone laptop monitor gamepad-2 palette brush pen-tool pencil',
  Business:
    'briefcase building-complex store shopping-bag shopping-cart credit-card wallet banknote coins piggy-bank tag receipt chart-line chart-bar chart-pie trending-up trending-down target lightbulb rocket calendar clock alarm-clock timer hourglass key lock shield globe search settings wrench hammer',
  Food: 'coffee cup-soda wine beer pizza cookie cake ice-cream-cone apple banana cherry carrot salad soup utensils chef-hat egg fish wheat',
  Home: 'house bed bath sofa lamp door-open armchair washing-machine shower-head fence shirt scissors baby paw-print dog cat bird',
  Nature:
    'sun moon cloud cloud-rain snowflake zap flame droplet leaf flower tree-pine sprout mountain waves-horizontal umbrella wind rainbow',
  Travel: 'map map-pin compass plane car bus bike ship train-front tent luggage ticket footprints anchor fuel',
  Learning: 'book book-open graduation-cap school brain microscope flask-conical calculator ruler puzzle notebook-pen languages library',
  Body: 'activity dumbbell heart-pulse stethoscope pill ear hand footprints bone',
} as const

export type IconGroup = keyof typeof ICON_GROUPS

/** Names of all icons, each once. */
export const ICONS: readonly string[] = [...new Set(Object.values(ICON_GROUPS).flatMap((names) => names.split(' ')))]

/** The painter loads icons as it does emoji, by keys that no emoji has. */
export function iconKey(name: string): string {
  return `icon-${name}`
}

/** The key of the drawing that a shape needs; null when it needs none or names an emoji that does not exist. */
export function glyphKey({ shape, glyph }: { shape: Shape; glyph?: string | undefined }, isEmoji: (key: string) => boolean): string | null {
  if (glyph === undefined) return null
  if (shape === 'icon') return iconKey(glyph)
  return shape === 'emoji' && isEmoji(glyph) ? glyph : null
}
