import { beforeAll, expect, test } from 'vitest'
import { layoutSlide } from '../scene/layout.ts'
import { textsOf } from '../scene/scene.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import { dressSlide } from './dress-slide.ts'
import { LOOK_IDS } from './look-ids.ts'
import { lookSpec } from './looks.ts'
import { isLookBox } from './undress.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await testShaper()
})

const LOOKS = LOOK_IDS.filter((id) => id !== 'classic')

test.each([
  ['Arabic', '3. امشِ عشر دقائق', 'الهواء والضوء يوقظانك أفضل من أي منبّه.'],
  ['Arabic, a longer title', '1. اشرب الماء قبل القهوة', 'كوب واحد يكفي ليستيقظ جسمك بعد ليلة طويلة.'],
  ['Hebrew', '3. שלוש דרכים פשוטות לחסוך', 'התחילו עם הוצאה אחת קטנה בכל שבוע.'],
  ['Japanese', '2. スマホは別の部屋に置く', '最初の一時間は自分のために。通知はあとで読める。'],
  ['Japanese with small letters', '3. 十分だけ外を歩く', '朝の光と風は、どんな目覚ましよりもよく効く。'],
  ['Japanese with long vowels', '1. コーヒーの前に水を飲む', '一杯の白湯で、眠っていた体がゆっくり目を覚ます。'],
  ['Chinese', '2. 早晨先喝一杯水（再喝咖啡）', '身体醒来以后，头脑才会慢慢清楚起来。'],
  ['Korean', '2. 커피보다 물 한 잔 먼저', '밤새 쉬었던 몸이 천천히 깨어납니다.'],
  ['Hindi', '2. कॉफी से पहले पानी पिएं', 'एक गिलास पानी शरीर को धीरे से जगाता है।'],
])('texts in %s fit the boxes that each look gives them', async (_, title, body) => {
  const overflowing: string[] = []
  for (const look of LOOKS) {
    const slide = dressSlide(slideOf([title, body]), { spec: lookSpec(look), role: 'point', index: 1, map: null, emphasis: '' })
    await loadFor(shaper, [slide])
    for (const { boxId, overflow } of textsOf(layoutSlide(slide, shaper)))
      if (overflow && !isLookBox(boxId)) overflowing.push(`${look}: ${boxId}`)
  }
  expect(overflowing).toEqual([])
})
