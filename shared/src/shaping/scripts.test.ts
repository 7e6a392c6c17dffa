import { pixelsPerUnit } from '../slide/formats.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { layoutText } from '../scene/text-block.ts'
import { textBoxSchema } from '../slide/model.ts'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import { breakLines } from './line-break.ts'
import type { Shaper } from './shaper.ts'

let shaper: Shaper

beforeAll(async () => {
  shaper = await testShaper()
})

/** One sentence a script: all of its letters have to come from fonts. */
const SENTENCES = {
  'Chinese (China)': '五个改变我生活的早晨习惯',
  'Chinese (Taiwan)': '五個改變我生活的早晨習慣',
  Japanese: '人生を変えた５つの朝の習慣、まとめ！',
  Korean: '내 인생을 바꾼 다섯 가지 아침 습관',
  Thai: 'ห้านิสัยยามเช้าที่เปลี่ยนชีวิตฉัน',
  Lao: 'ຫ້ານິໄສຕອນເຊົ້າທີ່ປ່ຽນຊີວິດຂ້ອຍ',
  Khmer: 'ទម្លាប់ពេលព្រឹកប្រាំដែលផ្លាស់ប្តូរជីវិតខ្ញុំ',
  Burmese: 'ကျွန်တော့်ဘဝကိုပြောင်းလဲပေးခဲ့သောမနက်ခင်းအလေ့အကျင့်များ',
  Bengali: 'পাঁচটি সকালের অভ্যাস যা আমার জীবন বদলে দিয়েছে',
  Tamil: 'என் வாழ்க்கையை மாற்றிய ஐந்து காலைப் பழக்கங்கள்',
  Telugu: 'నా జీవితాన్ని మార్చిన ఐదు ఉదయపు అలవాట్లు',
  Gurmukhi: 'ਪੰਜ ਸਵੇਰ ਦੀਆਂ ਆਦਤਾਂ',
  Gujarati: 'મારું જીવન બદલનાર પાંચ સવારની આદતો',
  Kannada: 'ನನ್ನ ಜೀವನ ಬದಲಿಸಿದ ಐದು ಬೆಳಗಿನ ಅಭ್ಯಾಸಗಳು',
  Malayalam: 'എന്റെ ജീവിതം മാറ്റിയ അഞ്ച് പ്രഭാത ശീലങ്ങൾ',
  Oriya: 'ମୋ ଜୀବନ ବଦଳାଇଥିବା ପାଞ୍ଚଟି ସକାଳ ଅଭ୍ୟାସ',
  Sinhala: 'මගේ ජීවිතය වෙනස් කළ උදෑසන පුරුදු පහක්',
  Amharic: 'ሕይወቴን የቀየሩ አምስት የጠዋት ልማዶች',
  Armenian: 'հինգ առավոտյան սովորություն',
  Georgian: 'დილის ხუთი ჩვევა',
  Arabic: 'خمس عادات صباحية',
  Hebrew: 'חמישה הרגלי בוקר',
  Hindi: 'सुबह की पाँच आदतें',
} as const

describe('every script has letters', () => {
  test.each(Object.entries(SENTENCES))('%s', async (_name, text) => {
    const slide = slideOf([text])
    const rounds = await loadFor(shaper, [slide])
    const [paragraph] = shaper.paragraphs(text, shaper.settingOf(slide))
    const line = paragraph && shaper.shapeLine(paragraph, { start: 0, end: paragraph.graphemes.length }, { weight: 400, letterSpacing: 0 })
    expect(line).toMatchObject({ complete: true, lacksGlyph: false })
    expect(rounds.length).toBeLessThanOrEqual(3)
  })

  test('rare and mixed characters too', async () => {
    for (const text of ['𠮷野家', '龘靐', '①②③ ※ 〜 ㌔ ＡＢＣ ｶﾅ', '国国 かな 한국', '中文 English 123', 'ㄅㄆㄇ 注音']) {
      const slide = slideOf([text])
      await loadFor(shaper, [slide])
      expect(shaper.paragraphs(text, shaper.settingOf(slide))[0]?.graphemes.filter(({ kind }) => kind === 'missing')).toEqual([])
    }
  })
})

describe('a slide tells how its Chinese characters are drawn', () => {
  test.each([
    ['plain words', null],
    ['ok！', 'sc'],
    ['写真', 'sc'],
    ['実践', 'jp'],
    ['经验', 'sc'],
    ['經驗', 'tc'],
    ['働き方', 'jp'],
    ['働', 'jp'],
    ['中文', 'sc'],
    ['中文ㄅ', 'tc'],
    ['漢字 かな', 'jp'],
    ['漢字 한국어', 'kr'],
  ])('%s: %s', async (text, setting) => {
    const slide = slideOf([text])
    await loadFor(shaper, [slide])
    expect(shaper.settingOf(slide)).toBe(setting)
  })

  test('by all of its boxes, and the same character then differs', async () => {
    const [alone, beside] = [slideOf(['直']), slideOf(['直', 'です'])]
    await loadFor(shaper, [alone, beside])
    const outlineOf = (slide: typeof alone) => {
      const [paragraph] = shaper.paragraphs('直', shaper.settingOf(slide))
      return paragraph && shaper.shapeLine(paragraph, { start: 0, end: 1 }, { weight: 400, letterSpacing: 0 }).figures[0]?.outline
    }
    expect(shaper.settingOf(beside)).toBe('jp')
    expect(outlineOf(beside)).not.toEqual(outlineOf(alone))
  })
})

describe('lines end between words', () => {
  const linesOf = async (text: string, width: number): Promise<string[]> => {
    await loadFor(shaper, [slideOf([text])])
    const [paragraph] = shaper.paragraphs(text, null)
    const list = paragraph?.graphemes ?? []
    const ranges = breakLines(list, width, (start, end) => end - start)
    return ranges.map(({ start, end }) =>
      list
        .slice(start, end)
        .map((grapheme) => grapheme.text)
        .join(''),
    )
  }

  test.each([
    ['Thai', 'สวัสดีชาวโลกขอบคุณที่ติดตาม', 6, ['สวัสดี', 'ชาวโลก', 'ขอบคุณที่', 'ติดตาม']],
    ['Lao', 'ສະບາຍດີຊາວໂລກ', 6, ['ສະບາຍດີ', 'ຊາວໂລກ']],
    ['Khmer', 'សួស្តីពិភពលោក', 5, ['សួស្តី', 'ពិភពលោក']],
    ['Burmese', 'မင်္ဂလာပါကမ္ဘာ', 4, ['မင်္ဂလာပါ', 'ကမ္ဘာ']],
  ])('%s', async (_name, text, width, lines) => {
    expect(await linesOf(text, width)).toEqual(lines)
  })

  test('a name that no dictionary has stays whole', async () => {
    expect(await linesOf('ฉันชอบนินติเซิลมาก', 30)).toEqual(['ฉันชอบนินติเซิลมาก'])
  })
})

test.each(['ที่นี่ป้ำ ๆ', 'ຊື່ໆ', 'ប្រុស្ត្រី', 'ကျွန်ုပ်', 'ക്ഷ്മ'])('lines of %s stand so far apart that their letters do not touch', async (text) => {
  const box = textBoxSchema.parse({ id: 'box', text: `${text}\n${text}`, height: 200 })
  await loadFor(shaper, [slideOf([text])])
  const two = layoutText(box, { style: 'outline', setting: null, unit: pixelsPerUnit('9:16') }, shaper)
  const one = layoutText({ ...box, text }, { style: 'outline', setting: null, unit: pixelsPerUnit('9:16') }, shaper)
  // Within the stroke's width: letters may come near, never one over the other.
  expect(two.height / 2).toBeGreaterThanOrEqual(one.bounds.bottom - one.bounds.top - 0.2 * one.size)
})
