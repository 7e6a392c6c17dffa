// Pictures of the public pages, drawn by the product's own painter: slides of the home page, a card for each page that is linked to
// elsewhere, and the icons of the product. Needs Node 24 and the painter's assets.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cardSlide, CARDS, CARD } from './site-cards.mjs'
import { root } from './setup.mjs'

const OUTPUT = join(root, 'web/generated/site')
const PHOTOS = 'server/src/storage/starter-photos'
/** Widths of a slide on the home page, for screens of one and of two pixels a point. */
const WIDTHS = [280, 420]
const SLIDE_QUALITY = 72
const CARD_QUALITY = 84
const TURN = { person: 'build' }

const BACKGROUND = '#0d0d11'
/** Name, side, and how much of it the sign takes: a mask may cut away all but the middle 80 %. */
const ICONS = [
  ['apple-touch-icon', 180, 0.62],
  ['icon-192', 192, 0.7],
  ['icon-512', 512, 0.7],
  ['icon-maskable-512', 512, 0.54],
]

function stampOfSources() {
  const hash = createHash('sha256')
  const sources = ['scripts/site-images.mjs', 'scripts/site-cards.mjs', 'web/src/features/public/home-slides.ts', 'web/public/icon.svg']
  const photos = readdirSync(join(root, PHOTOS)).map((name) => `${PHOTOS}/${name}`)
  for (const file of [...sources, ...photos.toSorted(), 'shared/generated/painter/manifest.json'])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Draws them, unless those of this code exist. */
export async function drawSitePictures() {
  const stamp = stampOfSources()
  const stampFile = join(OUTPUT, 'stamp')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const folder = `${OUTPUT}.${process.pid}`
  await mkdir(folder, { recursive: true })
  try {
    await drawAll(folder)
    writeFileSync(join(folder, 'stamp'), stamp)
    await rm(OUTPUT, { recursive: true, force: true })
    await rename(folder, OUTPUT)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function drawAll(folder) {
  const { default: sharp } = await import(createRequire(join(root, 'server/package.json')).resolve('sharp'))
  const { createRenderer } = await import('../server/src/rendering/renderer.ts')
  const { HOME_SLIDES } = await import('../web/src/features/public/home-slides.ts')
  const renderer = createRenderer({ assetsDir: join(root, 'shared/generated/painter') })
  try {
    const photo = (name) =>
      sharp(join(root, PHOTOS, `${name}.jpg`))
        .resize(1080, 1920, { fit: 'cover' })
        .png()
        .toBuffer()
    const slides = new Map()
    for (const slide of HOME_SLIDES) {
      const files = { loadCover: () => photo(slide.id), loadPicture: async () => null }
      const drawn = await renderer.renderSlide(slide, files, TURN).png()
      slides.set(slide.id, drawn)
      for (const width of WIDTHS) {
        await sharp(drawn)
          .resize(width)
          .webp({ quality: SLIDE_QUALITY })
          .toFile(join(folder, `slide-${slide.id}-${width}.webp`))
      }
    }
    const background = await cardBackground(sharp, slides)
    for (const [name, title] of Object.entries(CARDS)) {
      const files = { loadCover: async () => background, loadPicture: async () => null }
      const drawn = await renderer.renderSlide(cardSlide(name, title), files, TURN).png()
      const card = sharp(drawn).extract({ left: 0, top: 0, width: CARD.drawnWidth, height: CARD.drawnHeight })
      await sharp(await card.png().toBuffer())
        .resize(CARD.width, CARD.height)
        .jpeg({ quality: CARD_QUALITY })
        .toFile(join(folder, `card-${name}.jpg`))
    }
    await drawIcons(sharp, folder)
  } finally {
    await renderer.close()
  }
}

/** A slide with round corners, turned a little. */
async function tilted(sharp, slide, { width, angle }) {
  const height = Math.round((width * 16) / 9)
  const mask = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${Math.round(width * 0.06)}"/></svg>`,
  )
  const rounded = await sharp(slide)
    .resize(width, height)
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return sharp(rounded)
    .rotate(angle, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}

/** The background of every card: three slides on the right half. */
async function cardBackground(sharp, slides) {
  const [first, second, third] = ['rain-on-glass', 'steaming-cup', 'open-road'].map((name) => slides.get(name))
  const [left, middle, right] = await Promise.all([
    tilted(sharp, first, { width: 200, angle: -8 }),
    tilted(sharp, third, { width: 200, angle: 8 }),
    tilted(sharp, second, { width: 236, angle: 0 }),
  ])
  return sharp({ create: { width: 1080, height: 1920, channels: 3, background: BACKGROUND } })
    .composite([
      { input: left, left: 506, top: 92 },
      { input: middle, left: 810, top: 92 },
      { input: right, left: 672, top: 74 },
      { input: await sharp(join(root, 'web/public/icon.svg'), { density: 300 }).resize(76, 76).png().toBuffer(), left: 48, top: 72 },
    ])
    .png()
    .toBuffer()
}

async function drawIcons(sharp, folder) {
  const sign = await readFile(join(root, 'web/public/icon.svg'))
  for (const [name, side, share] of ICONS) {
    const inside = Math.round(side * share)
    const drawn = await sharp(sign, { density: 72 * 16 })
      .resize(inside, inside)
      .png()
      .toBuffer()
    await sharp({ create: { width: side, height: side, channels: 3, background: BACKGROUND } })
      .composite([{ input: drawn, gravity: 'centre' }])
      .png({ compressionLevel: 9 })
      .toFile(join(folder, `${name}.png`))
  }
}

/** Files next to the page under fixed names, which phones and messengers request. */
export const NAMED_FILES = [...ICONS.map(([name]) => `${name}.png`), ...Object.keys(CARDS).map((name) => `card-${name}.jpg`)].map((name) =>
  join(OUTPUT, name),
)
