import { randomUUID } from 'node:crypto'
import { type SlideDraft, slideDraftSchema } from '@ninesixteen/shared/content-types/draft'
import type { CompanyImages } from '@ninesixteen/shared/content-types/boxes'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { planSlideshow, softSellIndex } from '@ninesixteen/shared/content-types/plan'
import { withTextSize } from '@ninesixteen/shared/content-types/text-size'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { StarterPhotoName } from '@ninesixteen/shared/slide/starter-photos'

/** Content of the demo account besides its photos. */
export const DEMO_COMPANY = {
  name: 'Dawn Roast',
  description:
    'A small coffee roaster. We roast twice a week in small batches and ship the next morning, for people who want ten slow minutes before the day starts. Warm, dry humour, never salesy.',
}

export const DEMO_TOPIC = '4 tiny rituals for softer mornings'
export const DEMO_TITLE = '4 tiny rituals for softer mornings ☕ (no 5am club)'

interface DemoSlide {
  photo: StarterPhotoName
  texts: { title: string; description?: string }
  style: Partial<Pick<Slide, 'brightness' | 'contrast' | 'textStyle'>>
}

const WRITTEN: readonly DemoSlide[] = [
  { photo: 'steaming-cup', texts: { title: DEMO_TITLE }, style: { brightness: 4, contrast: 1 } },
  {
    photo: 'rain-on-glass',
    texts: {
      title: '1. leave the phone in another room 📵',
      description: 'the first ten minutes set the mood for the other sixteen hours. keep them yours',
    },
    style: { brightness: 4, textStyle: 'white-bg' },
  },
  {
    photo: 'books-by-window',
    texts: {
      title: '2. open a window before a tab 🌿',
      description: 'cold air, real light, thirty seconds. ur brain notices the difference',
    },
    style: { brightness: 2, contrast: 2, textStyle: 'black-bg' },
  },
  {
    photo: 'window-light',
    texts: {
      title: '3. make one cup by hand',
      description: 'that is the minute we roast for: slow, warm and gone before the first meeting ☀️',
    },
    style: { brightness: 3, contrast: 1 },
  },
  {
    photo: 'linen-card',
    texts: {
      title: '4. write one line, not a list ✍️',
      description: "what would make today enough? start there, 'cause the rest can wait",
    },
    style: { brightness: 8, textStyle: 'black-outline' },
  },
]
const CLOSING: Pick<DemoSlide, 'photo' | 'style'> = { photo: 'misty-ridges', style: { brightness: 3, contrast: 2 } }

/** The demo account's text size setting, so that the visitor's own slides look the same. */
export const DEMO_TEXT_SIZE = 'larger'
/** One photo shows a card that is narrower than the boxes. */
const ON_CARD = [
  { x: 58, y: 146, width: 140, height: 60 },
  { x: 62, y: 206, width: 132, height: 80 },
] as const

/** Like a generated slide; on the card photo the texts are moved. */
function finish(slide: Slide, photo: StarterPhotoName): Slide {
  const sized = withTextSize(slide, DEMO_TEXT_SIZE)
  return photo === 'linen-card' ? { ...sized, textBoxes: sized.textBoxes.map((box, index) => ({ ...box, ...ON_CARD[index] })) } : sized
}

/** The demo's finished slideshow, composed like a generated one. */
export function demoSlides(companyImages: CompanyImages, pathOf: (photo: StarterPhotoName) => string): Slide[] {
  const plan = planSlideshow({ contentType: 'numbered-list', topic: DEMO_TOPIC, slideCount: WRITTEN.length, softSell: true })
  const photoAt = (index: number, photo: StarterPhotoName) => ({
    index,
    written: plan.written,
    softSell: index === softSellIndex(plan.written),
    companyImages,
    background: pathOf(photo),
    newId: randomUUID,
  })
  const slides = WRITTEN.map(({ photo, texts, style }, index) => {
    const draft: SlideDraft = slideDraftSchema.parse(texts)
    return { ...finish(CONTENT_TYPE_WRITERS['numbered-list'].compose(draft, photoAt(index, photo)), photo), ...style }
  })
  return plan.likeAndFollow
    ? [...slides, { ...finish(likeAndFollowSlide(photoAt(slides.length, CLOSING.photo)), CLOSING.photo), ...CLOSING.style }]
    : slides
}

export interface DemoIdea {
  title: string
  category: 'tips' | 'traits' | 'reasons'
  description: string
  isFavorite?: boolean
}

export const DEMO_IDEAS: readonly DemoIdea[] = [
  {
    title: '5 coffee mistakes ur kettle is begging u to stop',
    category: 'tips',
    description: 'Water too hot, beans too old, grind too fine: one mistake a slide, one fix each.',
    isFavorite: true,
  },
  {
    title: '7 signs ur made for slow mornings',
    category: 'traits',
    description: 'Recognition post: curtains before screens, a favourite mug, no calls before ten.',
  },
  {
    title: '6 reasons small-batch coffee tastes brighter',
    category: 'reasons',
    description: 'Roast date, heat, rest and size of the batch, each in one plain sentence.',
  },
  {
    title: 'how to read a coffee label in 20 seconds',
    category: 'tips',
    description: 'Origin, process, roast date: what to look for and what is only decoration.',
    isFavorite: true,
  },
  { title: '4 five-minute breakfasts that respect ur coffee', category: 'tips', description: 'Pairings that do not fight with the cup.' },
  {
    title: 'what ur coffee order says about ur calendar',
    category: 'traits',
    description: 'Playful types from flat white to double espresso, with a soft sell at the end.',
  },
  {
    title: '5 things we learned from roasting at 6am',
    category: 'reasons',
    description: 'Behind the counter: patience, smell, sound, timing, breakfast.',
  },
  {
    title: 'why ur second cup never tastes like the first',
    category: 'reasons',
    description: 'Stale grounds, a warm-up plate, a tired palate: three causes, three fixes.',
  },
  { title: '8 quiet things to do while the water boils', category: 'tips', description: 'Tiny rituals of one to three minutes.' },
  {
    title: '3 kinds of people at every coffee tasting',
    category: 'traits',
    description: 'The poet, the scientist, the one who only came for the croissants.',
  },
]
