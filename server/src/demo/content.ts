import { randomUUID } from 'node:crypto'
import { type SlideDraft, slideDraftSchema } from '@ninesixteen/shared/content-types/draft'
import type { CompanyImages } from '@ninesixteen/shared/content-types/boxes'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { planSlideshow, softSellIndex } from '@ninesixteen/shared/content-types/plan'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import { dressSlide } from '@ninesixteen/shared/looks/dress-slide'
import type { SlideRole } from '@ninesixteen/shared/looks/look'
import { FIRST_LOOK } from '@ninesixteen/shared/looks/look-ids'
import { lookSpec } from '@ninesixteen/shared/looks/looks'
import type { PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { DemoPhotoName } from './demo-images.ts'

/** Content of the demo account besides its photos. */
export const DEMO_COMPANY = {
  name: 'Dawn Roast',
  description:
    'A small coffee roaster. We roast twice a week in small batches and ship the next morning, for people who want ten slow minutes before the day starts. Warm, dry humour, never salesy.',
}

export const DEMO_TOPIC = '4 tiny rituals for softer mornings'
export const DEMO_TITLE = '4 tiny rituals for softer mornings ☕ (no 5am club)'

interface DemoSlide {
  photo: DemoPhotoName
  texts: { title: string; description?: string; emphasis: string }
}

const WRITTEN: readonly DemoSlide[] = [
  { photo: 'steaming-cup', texts: { title: DEMO_TITLE, emphasis: 'softer mornings' } },
  {
    photo: 'rain-on-glass',
    texts: {
      title: '1. leave the phone in another room 📵',
      description: 'the first ten minutes set the mood for the other sixteen hours. keep them yours',
      emphasis: 'another room',
    },
  },
  {
    photo: 'books-by-window',
    texts: {
      title: '2. open a window before a tab 🌿',
      description: 'cold air, real light, thirty seconds. ur brain notices the difference',
      emphasis: 'window',
    },
  },
  {
    photo: 'window-light',
    texts: {
      title: '3. make one cup by hand',
      description: 'that is the minute we roast for: slow, warm and gone before the first meeting ☀️',
      emphasis: 'by hand',
    },
  },
  {
    photo: 'linen-card',
    texts: {
      title: '4. write one line, not a list ✍️',
      description: "what would make today enough? start there, 'cause the rest can wait",
      emphasis: 'one line',
    },
  },
]
const CLOSING_PHOTO: DemoPhotoName = 'misty-ridges'

/** Photos behind the demo's slides. */
export const DEMO_BACKGROUNDS: readonly DemoPhotoName[] = [...WRITTEN.map(({ photo }) => photo), CLOSING_PHOTO]

/** The storage of the demo's photos. */
interface DemoPhotos {
  pathOf(photo: DemoPhotoName): string
  mapOf(photo: DemoPhotoName): PhotoMap | null
}

/** The demo's finished slideshow, composed like a generated one of a new account. */
export function demoSlides(companyImages: CompanyImages, { pathOf, mapOf }: DemoPhotos): Slide[] {
  const plan = planSlideshow({ contentType: 'numbered-list', topic: DEMO_TOPIC, slideCount: WRITTEN.length, softSell: true })
  const photoAt = (index: number, photo: DemoPhotoName) => ({
    index,
    written: plan.written,
    softSell: index === softSellIndex(plan.written),
    companyImages,
    background: pathOf(photo),
    newId: randomUUID,
  })
  const dressed = (slide: Slide, look: { role: SlideRole; index: number; photo: DemoPhotoName; emphasis: string }): Slide =>
    dressSlide(slide, { ...look, spec: lookSpec(FIRST_LOOK), map: mapOf(look.photo) })
  const slides = WRITTEN.map(({ photo, texts }, index) => {
    const draft: SlideDraft = slideDraftSchema.parse(texts)
    const slide = CONTENT_TYPE_WRITERS['numbered-list'].compose(draft, photoAt(index, photo))
    return dressed(slide, { role: index === 0 ? 'cover' : 'point', index, photo, emphasis: draft.emphasis })
  })
  if (!plan.likeAndFollow) return slides
  const closing = likeAndFollowSlide(photoAt(slides.length, CLOSING_PHOTO))
  return [...slides, dressed(closing, { role: 'closing', index: slides.length, photo: CLOSING_PHOTO, emphasis: 'follow' })]
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
