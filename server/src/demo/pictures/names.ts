/** The photographs of the demo, in the order of the library. */
export const PHOTO_NAMES = [
  'misty-ridges',
  'still-lake',
  'dunes',
  'green-hills',
  'sunset-sea',
  'moon-sea',
  'beach-from-above',
  'city-bokeh',
  'rain-on-glass',
  'starry-sky',
  'aurora',
  'light-shafts',
  'sandstone',
  'under-water',
  'falling-gold',
  'window-light',
  'desk-lamp',
  'candle',
  'books-by-window',
  'coffee-from-above',
  'steaming-cup',
  'linen-card',
  'open-road',
  'lamps-in-fog',
] as const
export type PhotoName = (typeof PHOTO_NAMES)[number]

/** Those that belong to the demo's company: warm rooms and slow mornings. */
export const COMPANY_PHOTOS: readonly PhotoName[] = [
  'misty-ridges',
  'dunes',
  'rain-on-glass',
  'light-shafts',
  'window-light',
  'desk-lamp',
  'candle',
  'books-by-window',
  'coffee-from-above',
  'steaming-cup',
  'linen-card',
  'open-road',
]
