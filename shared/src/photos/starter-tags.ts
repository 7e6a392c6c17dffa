import { STARTER_PHOTOS, type StarterPhotoName } from '../slide/starter-photos.ts'
import type { PhotoCandidate } from './choose-photos.ts'
import { photoFit, photoWords } from './photo-fit.ts'

/** Tags of the starter photos, beside their names. */
const TAGS: Record<StarterPhotoName, string> = {
  'misty-ridges': 'mountain nature calm fog',
  'still-lake': 'mountain lake nature reflection',
  dunes: 'desert sand travel',
  'green-hills': 'nature landscape outdoors',
  'sunset-sea': 'beach ocean summer evening',
  'moon-sea': 'night ocean sleep',
  'beach-from-above': 'ocean summer vacation travel',
  'city-bokeh': 'city night street lights',
  'rain-on-glass': 'rain weather window city',
  'starry-sky': 'night space star sleep',
  aurora: 'night sky nature travel',
  'light-shafts': 'forest tree nature',
  sandstone: 'texture canyon nature',
  'under-water': 'sea ocean swim dive',
  'falling-gold': 'celebration party success',
  'window-light': 'morning home shadow',
  'desk-lamp': 'work desk study evening',
  candle: 'evening cozy relax spa',
  'books-by-window': 'reading study home library',
  'coffee-from-above': 'espresso cafe morning',
  'steaming-cup': 'coffee tea morning mug',
  'linen-card': 'note paper letter',
  'open-road': 'travel trip drive',
  'lamps-in-fog': 'night street road',
  'bread-loaf': 'sourdough baking food kitchen',
  'fruit-bowl': 'orange apple lemon healthy food',
  'breakfast-bowl': 'oatmeal porridge berry banana morning food',
  pancakes: 'breakfast brunch berry syrup food',
  cupcake: 'cake dessert birthday sweet food',
  lemons: 'fruit citrus vitamin food',
  'eggs-and-flour': 'baking recipe kitchen cooking ingredient food',
  'coffee-beans': 'espresso roast cafe',
  teapot: 'tea cup drink',
  'iced-coffee': 'latte cafe summer drink',
  'espresso-cup': 'coffee cafe morning',
  'laptop-on-desk': 'computer work office business',
  'notebook-and-pen': 'planner journal writing work plan',
  'desk-calendar': 'schedule planner date month work',
  'wall-clock': 'time hour deadline work',
  'coin-stacks': 'money savings invest growth finance',
  'piggy-bank': 'money savings budget',
  'wallet-and-cards': 'money budget bank shopping',
  'growing-plant': 'growth money invest garden plant',
  dumbbells: 'gym fitness workout strength sport',
  'yoga-mat': 'yoga stretch fitness sport',
  basketball: 'ball game team sport',
  kettlebell: 'gym fitness workout strength sport',
  'tennis-balls': 'tennis court ball sport',
  'running-track': 'run race cardio sport',
  'water-bottle': 'hydrate fitness drink gym sport',
  armchair: 'living room sofa home interior',
  'made-bed': 'bedroom sleep pillow home',
  'folded-towels': 'bath laundry clean home spa',
  'potted-plant': 'houseplant leaf home garden',
  'vase-with-branches': 'flower spring decor home',
  suitcase: 'luggage vacation packing travel',
  'airplane-window': 'flight plane sky travel',
  'paper-plane': 'flight sky idea travel message',
  'hot-air-balloon': 'sky adventure trip journey travel',
  globe: 'world map travel geography study',
  'dog-bowl': 'dog puppy pet bone',
  'ball-and-leash': 'dog walk pet play park',
  'pet-bed': 'dog puppy cat kitten pet cozy',
  'dog-house': 'dog puppy kennel pet adopt garden',
  'bird-house': 'bird pet garden spring',
  'dog-collar': 'dog puppy leash pet adopt',
  'yarn-ball': 'cat kitten pet toy',
  'open-book': 'reading study story library',
  'pencils-in-cup': 'school writing study drawing',
  'graduation-cap': 'study university school diploma success',
  'cream-jar': 'skincare moisturizer beauty',
  'serum-bottle': 'skincare oil beauty',
  lipstick: 'makeup cosmetic beauty',
  'perfume-bottle': 'scent fragrance beauty',
  'spa-stones': 'spa wellness relax massage beauty',
  'makeup-brushes': 'makeup cosmetic beauty',
  smartphone: 'phone app screen tech',
  headphones: 'music podcast audio tech',
  'laptop-at-night': 'computer coding software work tech',
  'camera-and-lens': 'photography content creator tech',
  'game-controller': 'gaming console play tech',
}

/** Patterns and light, which suit any slide. */
const PATTERNS: ReadonlySet<StarterPhotoName> = new Set([
  'sandstone',
  'window-light',
  'misty-ridges',
  'rain-on-glass',
  'light-shafts',
  'falling-gold',
])

/** Made for texts that are placed by hand, so no slideshow gets it by itself. */
const BLANK_CARD: StarterPhotoName = 'linen-card'

/** Words of titles that show nothing by themselves: steam is no cup. */
const EMPTY_WORDS = /\b(?:air|falling|iced|paper|steaming|wall)\b/gi

/** The starter photos that a slideshow may choose. */
export const STARTER_CANDIDATES: readonly PhotoCandidate[] = STARTER_PHOTOS.filter(({ name }) => name !== BLANK_CARD).map(
  ({ name, path, title }) => ({
    path,
    source: 'starter',
    words: photoWords([title.replace(EMPTY_WORDS, ''), TAGS[name]]),
    ...(PATTERNS.has(name) && { suitsAll: true }),
  }),
)

/** Fewer photos than this make no video. */
const FITTING_MIN = 3

/** Storage paths of starter photos for a video about a topic: those that fit, or all where too few do. */
export function startersFor(topic: string): string[] {
  const wanted = photoWords([topic])
  const fitting = STARTER_CANDIDATES.filter(({ words }) => photoFit(wanted, words) > 0)
  return (fitting.length >= FITTING_MIN ? fitting : STARTER_CANDIDATES).map(({ path }) => path)
}

/** Tags for a copy of a starter photo in a library. */
export function starterTags(name: StarterPhotoName): string[] {
  return TAGS[name].split(' ').toSorted()
}
