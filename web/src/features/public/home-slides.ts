import type { Slide, TextStyle } from '@ninesixteen/shared/slide/model'
import { EMPTY_SLIDE, NEW_TEXT_BOX } from '@ninesixteen/shared/slide/defaults'

/** Photos of the demo account. */
type Photo = 'steaming-cup' | 'misty-ridges' | 'rain-on-glass' | 'books-by-window' | 'window-light' | 'open-road' | 'starry-sky'

/** Laid out as by the generator at its largest text size. */
const TITLE = { x: 28, y: 92, width: 200, height: 84, fontSize: 15, fontWeight: 800 } as const
const BODY = { x: 28, y: 186, width: 200, height: 80, fontSize: 12, fontWeight: 400 } as const

function slide(photo: Photo, textStyle: TextStyle, [title, body]: readonly [string, string?]): Slide {
  const texts =
    body === undefined
      ? [{ ...TITLE, text: title }]
      : [
          { ...TITLE, text: title },
          { ...BODY, text: body },
        ]
  return {
    ...EMPTY_SLIDE,
    id: photo,
    title,
    imageBoxes: [],
    textBoxes: texts.map((box, index) => ({ ...NEW_TEXT_BOX, ...box, id: `${photo}-${index}` })),
    backgroundImage: photo,
    textStyle,
  }
}

/** Slides of the home page's marquee. The build renders them (scripts/site-images.mjs). */
export const HOME_SLIDES: readonly Slide[] = [
  slide('steaming-cup', 'outline', ['4 tiny rituals for softer mornings ☕', '(no 5am club)']),
  slide('rain-on-glass', 'white-bg', [
    '1. leave the phone in another room 📵',
    'the first ten minutes set the mood for the other sixteen hours',
  ]),
  slide('books-by-window', 'black-bg', ['2. one page before one post 📖']),
  slide('open-road', 'outline', ['if u read this, take the long way home', "u're allowed to arrive late"]),
  slide('window-light', 'white-bg', ['3. make one cup by hand', 'slow, warm and gone before the first meeting']),
  slide('starry-sky', 'outline', ['what would u do with one more hour?']),
  slide('misty-ridges', 'black-outline', ['save this for tomorrow']),
]
