// The cards that messengers and networks show beside a link: the words of each, as a slide of which the upper part is used.
import { EMPTY_SLIDE, NEW_TEXT_BOX } from '@ninesixteen/shared/slide/defaults'

/** Size of a card, and of the part of a drawn slide that becomes it: 1.91 to 1. */
export const CARD = { width: 1200, height: 630, drawnWidth: 1080, drawnHeight: 567 }

/** By the names of the pages' entries (web/src/site/pages.ts). */
export const CARDS = {
  home: 'A topic in.\nA finished\nslideshow out.',
  pricing: 'One plan for the whole studio',
  try: 'Type a topic,\nsee the slides',
  auth: 'Welcome to Ninesixteen',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  'data-deletion': 'Data Deletion',
  'api-reference': 'API Reference',
}

/** In units of a slide, 256 wide: the card is its upper 134. */
export function cardSlide(name, title) {
  return {
    ...EMPTY_SLIDE,
    id: `card-${name}`,
    title,
    backgroundImage: 'card',
    // As the background is: a slide's photo is darkened a little unless its brightness says otherwise.
    brightness: 10,
    imageBoxes: [],
    textBoxes: [
      { ...NEW_TEXT_BOX, id: 'title', text: title, x: 8, y: 40, width: 108, height: 62, fontSize: 13, fontWeight: 850 },
      { ...NEW_TEXT_BOX, id: 'name', text: 'Ninesixteen', x: 26, y: 16, width: 60, height: 20, fontSize: 8, fontWeight: 800 },
    ],
  }
}
