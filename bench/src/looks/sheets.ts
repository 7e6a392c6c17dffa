import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeShow, photosOf, type WrittenShow } from '@ninesixteen/server/testing/looks/look-slideshows'
import sharp from 'sharp'
import { lookIds, slidePainter, slidePng, writtenShows } from '../../../scripts/looks.mjs'
import { contactSheet } from './contact-sheet.ts'

/** The same slideshow in scripts that break and shape lines in other ways. */
const IN_SCRIPTS: Record<string, WrittenShow> = {
  arabic: listOf('عادات الصباح', 'خمس عادات صباحية غيّرت حياتي', [
    ['1. اشرب الماء قبل القهوة', 'كوب واحد يكفي ليستيقظ جسمك بعد ليلة طويلة.'],
    ['2. اترك الهاتف في غرفة أخرى', 'أول ساعة من اليوم لك وحدك، والرسائل تنتظر.'],
    ['3. امشِ عشر دقائق', 'الهواء والضوء يوقظانك أفضل من أي منبّه.'],
    ['4. اكتب ثلاث مهام فقط', 'ما زاد عليها يشتت يومك من بدايته.'],
  ]),
  japanese: listOf('朝の習慣', '人生を変えた５つの朝の習慣', [
    ['1. コーヒーの前に水を飲む', '一杯の白湯で、眠っていた体がゆっくり目を覚ます。'],
    ['2. スマホは別の部屋に置く', '最初の一時間は自分のために。通知はあとで読める。'],
    ['3. 十分だけ外を歩く', '朝の光と風は、どんな目覚ましよりもよく効く。'],
    ['4. やることは三つだけ書く', 'それより多いと、一日が始まる前に疲れてしまう。'],
  ]),
}

function listOf(topic: string, cover: string, points: readonly (readonly [string, string])[]): WrittenShow {
  const drafts = [{ title: cover }, ...points.map(([title, description]) => ({ title, description }))]
  return { topic, contentType: 'numbered-list', drafts }
}

const SETS = ['starter', 'dark', 'light', 'busy'] as const

/** Writes 72 sheets: each look on starter photos, on dark, light and busy ones, and in Arabic and Japanese, six slides each. */
export async function writeSheets(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const [latin, paint, looks] = [await writtenShows(31), await slidePainter(), await lookIds()]
  const lists = latin.filter(({ contentType, drafts }) => contentType === 'numbered-list' && drafts.length === 6)
  const photos = {
    dark: await photosOf('dark'),
    light: await photosOf('light'),
    busy: await photosOf('busy'),
    starter: await photosOf('starter'),
  }
  let written = 0
  for (const [at, look] of looks.filter((id) => id !== 'classic' && id !== 'brand').entries()) {
    const sheets = [
      ...SETS.map((set, offset) => ({
        name: set,
        show: lists[(3 * at + offset) % lists.length],
        photos: photos[set],
      })),
      ...Object.entries(IN_SCRIPTS).map(([name, show]) => ({ name, show, photos: photos.starter })),
    ]
    for (const { name, show, photos: own } of sheets) {
      if (!show) continue
      const slides = (await composeShow(show, look, own)).slice(0, 6)
      const images: Uint8Array[] = []
      for (const slide of slides) images.push(await slidePng(paint, slide, '9:16'))
      const sheet = await contactSheet(images, { columns: 6, width: 300 })
      await writeFile(join(folder, `${look}-${name}.webp`), await sharp(sheet).webp({ quality: 80 }).toBuffer())
      written += 1
    }
  }
  return written
}
