// The photographs of the home page's slides: some of the demo account's, at 1080 x 1920 and as small as a visitor's wait wants them.
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './setup.mjs'

/** As web/src/features/public/home-slides.ts names them. */
const PHOTOS = ['steaming-cup', 'misty-ridges', 'rain-on-glass', 'books-by-window', 'window-light', 'open-road', 'starry-sky']
const QUALITY = 60

/** Writes them into a folder of that name inside the built page. They are drawn already. */
export async function layOutShowcase(page) {
  const { default: sharp } = await import(createRequire(join(root, 'server/package.json')).resolve('sharp'))
  const folder = join(page, 'showcase')
  await mkdir(folder)
  await Promise.all(
    PHOTOS.map((name) =>
      sharp(join(root, 'server/generated/demo', `${name}.jpg`))
        .resize(1080, 1920, { fit: 'cover' })
        .webp({ quality: QUALITY })
        .toFile(join(folder, `${name}.webp`)),
    ),
  )
}
